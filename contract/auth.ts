import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Captcha,
  Id,
  InviteCode,
  LoginPassword,
  LoginPhone,
  Password,
  Phone,
  SendCodePhone,
  Time,
  VerificationCode,
} from './scalars.ts'

/** Token pair; the client keeps it in local storage under `token` (requirements §3). */
export const AuthTokens = z.object({ access: z.string(), refresh: z.string(), userId: z.string() }).meta({ id: 'Token' })
export type AuthTokens = z.infer<typeof AuthTokens>

export const CaptchaType = z.enum(['login', 'reset_password', 'register', 'wechat_bind', 'sub_account'])
export type CaptchaType = z.infer<typeof CaptchaType>
/** All purposes of a verification code. Signed-in users request the last two through separate calls. */
export type CaptchaPurpose = CaptchaType | 'step_up' | 'change_phone'

/**
 * `main` and `sub` sign in by password or SMS code, `wechat` by a confirmed scene; `wechat-bind` binds WeChat to a phone
 * (requirements §3).
 */
export const LoginForm = z.object({
  account_type: z.enum(['main', 'sub', 'wechat', 'wechat-bind']).default('main'),
  phone: LoginPhone.optional(),
  password: LoginPassword.optional(),
  captcha: Captcha.optional(),
  scene_str: z.string().max(64).optional(),
})
export type LoginForm = z.output<typeof LoginForm>

/** Returns the field that is missing for the chosen way of signing in, with its message. */
function findMissingField({
  account_type: accountType,
  phone,
  password,
  captcha,
  scene_str: sceneStr,
}: LoginForm): [keyof LoginForm, string] | undefined {
  if (accountType.startsWith('wechat') && !sceneStr) return ['scene_str', '请先用微信扫码']
  if (accountType === 'wechat') return
  if (phone === undefined) return ['phone', '请输入手机号']
  if (accountType === 'wechat-bind') return captcha === undefined ? ['captcha', '请输入验证码'] : undefined
  if (Boolean(password) === Boolean(captcha)) return ['password', '请输入密码或验证码']
}
export const RegisterForm = z.object({
  phone: Phone,
  captcha: Captcha.pipe(VerificationCode),
  password: Password,
  account_type: z.literal('main').default('main'),
  invite_code: InviteCode,
  scene_str: z.string().max(64).optional(),
})
export const ResetPasswordForm = z.object({ phone: Phone, captcha: Captcha.pipe(VerificationCode), password: Password })

const SendCaptchaForm = z.object({
  phone: SendCodePhone,
  captcha_type: CaptchaType,
  scene_str: z.string().max(64).optional().meta({ description: 'wechat_bind 可带：已在手机上确认的扫码' }),
})

/** Proof-of-work task that a visitor's browser solves before a message is sent on his behalf. */
export const Challenge = z
  .object({
    kind: z.literal('proof_of_work'),
    prefix: z.string(),
    target: z.string().meta({ description: '十六进制：prefix 后接所求整数（十进制，0 到 max - 1）的 SHA-256' }),
    max: z.number().int(),
    token: z.string().meta({ description: '答案是它后接一个点和所求的整数；只对所问的手机号与用途有效，只能用一次' }),
    expires_at: Time,
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.infer<typeof Challenge>

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/api/v1/login',
    access: 'public',
    provesIdentity: true,
    summary: '登录（密码、短信验证码或微信）',
    description: 'Signs in by password, SMS code or a confirmed WeChat scan, and returns an access and a refresh token.',
    message: '登录成功',
    source: 'requirements §7',
    body: LoginForm.superRefine((form, { addIssue }) => {
      const missing = findMissingField(form)
      if (missing) addIssue({ code: 'custom', path: [missing[0]], message: missing[1] })
    }),
    data: AuthTokens,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/v1/token/refresh',
    access: 'public',
    summary: '刷新令牌；旧的 refresh 随之失效',
    description: 'Exchanges a refresh token for a new pair of tokens; the one sent stops working.',
    source: 'requirements §7',
    body: z.object({ refresh: z.string().min(1).max(200) }),
    data: AuthTokens.pick({ access: true, refresh: true }),
  }),
  logout: endpoint({
    method: 'GET',
    path: '/api/v1/logout',
    access: 'user',
    summary: '退出登录',
    description: "Ends the caller's session; its tokens stop working.",
    message: '已退出登录',
    source: 'requirements §7',
    data: z.null(),
  }),
  send_captcha: endpoint({
    method: 'POST',
    path: '/api/v1/captcha',
    access: 'public',
    summary: '发送短信验证码',
    description: 'Sends a six-digit SMS code for one purpose and returns the seconds until another may be asked for.',
    message: '验证码已发送',
    source: 'requirements §7',
    challenged: true,
    body: SendCaptchaForm,
    data: z.object({ resend_after: z.number().int().meta({ description: '秒' }) }),
  }),
  challenge: endpoint({
    method: 'POST',
    path: '/api/v1/captcha/challenge',
    access: 'public',
    summary: '发送短信验证码之前的环境验证',
    description: 'Returns a proof-of-work challenge to solve before an SMS code is sent to this phone for this purpose.',
    source: 'decided: product §2',
    body: SendCaptchaForm.pick({ phone: true, captcha_type: true }),
    data: Challenge,
  }),
  check_phone: endpoint({
    method: 'GET',
    path: '/api/v1/user/check_phone/:phone',
    access: 'public',
    summary: '手机号是否已注册',
    description: 'Tells whether a phone number has an account; limited per network.',
    source: 'requirements §7',
    params: z.object({ phone: SendCodePhone }),
    data: z.object({ registered: z.boolean() }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/v1/user',
    access: 'public',
    summary: '注册',
    description: 'Creates a main account for a phone number that was confirmed by an SMS code; sign in afterwards to get tokens.',
    message: '注册成功',
    source: 'requirements §7',
    body: RegisterForm,
    data: z.object({ id: Id }),
  }),
  reset_password: endpoint({
    method: 'PUT',
    path: '/api/v1/user/reset_password',
    access: 'public',
    provesIdentity: true,
    summary: '重置密码；所有设备退出登录',
    description: 'Sets a new password by an SMS code and signs the account out everywhere.',
    message: '密码已重置，请用新密码登录',
    source: 'requirements §7',
    body: ResetPasswordForm,
    data: z.null(),
  }),
}
