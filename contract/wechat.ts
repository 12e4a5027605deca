import { z } from 'zod'
import { AuthTokens } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Captcha, Phone, Time, VerificationCode } from './scalars.ts'

/** The requesting browser's secret for a QR code; scanning the code does not reveal it. */
const SceneStr = z.string({ error: '请先用微信扫码' }).min(1, '请先用微信扫码').max(64, '请先用微信扫码')
const OpenId = z.string().regex(/^[\w-]{1,64}$/, '编号格式有误')
/** Scene id contained in a QR code. */
const Scene = z.string().regex(/^[\w-]{1,64}$/, '二维码有误')
const Ticket = z.string().min(1).max(200)

const poll = {
  method: 'GET',
  access: 'public',
  message: '登录成功',
  source: 'requirements §7',
  query: z.object({ scene_str: SceneStr }),
  data: AuthTokens.nullable().meta({ description: '绑定微信用的二维码没有令牌：确认后调用 bind_wechat' }),
} as const

/**
 * Sign-in by scanning an official account's QR code (requirements §4, decision 023). The poll returns the progress as its code:
 * 00100012 waiting for the scan, 00100013 waiting for confirmation on the phone, 00100014 declined there, 00100015 expired,
 * 00100011 the WeChat user has no account, 0 signed in.
 */
export const wechat = {
  qrcode: endpoint({
    method: 'GET',
    path: '/api/v1/wechat/qrcode',
    access: 'public',
    summary: '取微信二维码；已登录时用于绑定微信',
    description: 'Creates a WeChat QR code to sign in with, or, for a signed-in caller, to bind WeChat to the account.',
    source: 'requirements §7',
    data: z.object({
      qrcode_url: z.string().meta({ description: '本站的 SVG 图片' }),
      scene_str: SceneStr,
      expires_at: Time,
      sandbox_url: z.string().nullable().meta({ description: '沙箱里扮演手机的页面' }),
    }),
  }),
  check_scan_status: endpoint({
    ...poll,
    path: '/api/v1/wechat/check_scan_status',
    summary: '查询扫码进度；0 时登录完成',
    description: 'Polls how far a WeChat scan is: the code of the envelope names the step, and 0 comes with the tokens.',
  }),
  check_login_status: endpoint({
    ...poll,
    path: '/api/v1/wechat/check_login_status',
    summary: '同 check_scan_status',
    description: 'Polls a WeChat scan exactly like `check_scan_status`.',
  }),
  bind_phone: endpoint({
    method: 'POST',
    path: '/api/v1/wechat/bind_phone',
    access: 'public',
    provesIdentity: true,
    summary: '把扫码的微信绑定到手机号的账号并登录',
    description: 'Binds a confirmed WeChat scan to the account of a phone number, by an SMS code, and signs in.',
    message: '微信已绑定，登录成功',
    source: 'requirements §7',
    body: z.object({ phone: Phone, captcha: Captcha.pipe(VerificationCode), scene_str: SceneStr }),
    data: AuthTokens,
  }),
  bind_wechat: endpoint({
    method: 'POST',
    path: '/api/v1/user/bind_wechat',
    access: 'user',
    stepUp: true,
    summary: '绑定自己扫码确认过的微信',
    description: "Binds the WeChat that confirmed the caller's QR code to the caller's account.",
    message: '微信已绑定',
    invalidates: ['account_security'],
    source: 'requirements §7',
    body: z.object({ scene_str: SceneStr }),
    data: z.null(),
  }),
  unbind_wechat: endpoint({
    method: 'POST',
    path: '/api/v1/user/unbind_wechat',
    access: 'user',
    stepUp: true,
    summary: '解绑微信；仍可用密码或短信登录',
    description: "Unbinds WeChat from the caller's account; password and SMS sign-in still work.",
    message: '微信已解绑',
    invalidates: ['account_security'],
    source: 'requirements §7',
    data: z.null(),
  }),
  get_confirmation: endpoint({
    method: 'GET',
    path: '/api/v1/wechat/confirmation',
    access: 'public',
    summary: '手机上待确认的登录：谁的浏览器、何时、登录哪个账号',
    description: 'Returns what the phone is asked to confirm: which browser, when, and which account, masked.',
    source: 'decided: 023',
    query: z.object({ ticket: Ticket }),
    data: z.object({
      state: z.enum(['scanned', 'confirmed', 'declined', 'expired']),
      purpose: z.enum(['login', 'bind']),
      device: z.string(),
      ip: z.string(),
      asked_at: Time,
      account: z.string().nullable().meta({ description: '脱敏手机号；微信还没有绑定账号时为 null' }),
    }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/v1/wechat/confirmation',
    access: 'public',
    summary: '在手机上确认或取消登录',
    description: 'Confirms or declines a WeChat sign-in or binding from the phone that holds the ticket.',
    source: 'decided: 023',
    body: z.object({ ticket: Ticket, agreed: z.boolean() }),
    data: z.object({ state: z.enum(['confirmed', 'declined']) }),
  }),
}

/** Simulates phones with WeChat; absent if a real official account is configured. */
export const sandboxWechat = {
  identities: endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/wechat',
    access: 'public',
    summary: '沙箱里的微信：是否已关注、绑定了哪个账号',
    description: 'Lists the WeChat users of the sandbox, and the accounts they are bound to.',
    source: 'decided: product §2',
    data: z.array(z.object({ open_id: OpenId, name: z.string(), subscribed: z.boolean(), account: z.string().nullable() })),
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/wechat/message',
    access: 'public',
    summary: '沙箱里的微信扫码或关注：向平台推送签名的消息，得到公众号的答复',
    description: 'Lets a WeChat user of the sandbox scan a code or subscribe, and returns the reply it gets.',
    source: 'decided: product §2',
    body: z.object({ open_id: OpenId, scene: Scene.nullable().default(null) }),
    data: z.object({ reply: z.string().nullable() }),
  }),
}

/** QR code image, and the callback for messages pushed by WeChat; neither uses the envelope. */
export const wechatImagePath = '/api/v1/wechat/qrcode/:scene'
export const wechatMessagePath = '/api/v1/wechat/message'
/** Page opened on the phone to confirm the sign-in. */
export const wechatConfirmPath = '/wechat/confirm'

export type WechatConfirmation = z.infer<typeof wechat.get_confirmation.data>
export type SandboxWechatIdentity = z.infer<typeof sandboxWechat.identities.data>[number]
