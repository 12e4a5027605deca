import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ById, Captcha, Id, LoginPassword, Password, Phone, Time, VerificationCode } from './scalars.ts'

/** Security level of an account, derived from its enabled protections. */
export const securityLevels = { low: '较低', medium: '中等', high: '较高' } as const
export type SecurityLevel = keyof typeof securityLevels

export const AccountSecurity = z
  .object({
    level: z.enum(Object.keys(securityLevels) as [SecurityLevel, ...SecurityLevel[]]),
    phone: z.string().meta({ description: '脱敏手机号' }),
    password_set_at: Time.nullable().meta({ description: '密码最近一次设置的时间；没有密码时为 null' }),
    wechat_bound_at: Time.nullable(),
    real_name: z.boolean(),
    second_factor_added_at: Time.nullable().meta({ description: '两步验证开启的时间；没有开启时为 null' }),
    sessions: z.number().int().meta({ description: '未失效的登录' }),
  })
  .meta({ id: 'AccountSecurity' })
export type AccountSecurity = z.infer<typeof AccountSecurity>

export const SessionInfo = z
  .object({
    id: Id,
    device: z.string().meta({ description: '浏览器 · 系统' }),
    ip: z.string().meta({ description: '隐去末段' }),
    created_at: Time,
    last_seen_at: Time,
    ends_at: Time.meta({ description: '最晚到这时须重新登录' }),
    current: z.boolean().meta({ description: '就是这一次登录' }),
  })
  .meta({ id: 'SessionInfo' })
export type SessionInfo = z.infer<typeof SessionInfo>

export const ChangePasswordForm = z
  .object({
    old_password: LoginPassword.optional(),
    captcha: Captcha.pipe(VerificationCode).optional(),
    password: Password,
  })
  .refine((form) => Boolean(form.old_password) !== Boolean(form.captcha), {
    error: '请输入原密码或验证码',
    path: ['old_password'],
  })

export const ChangePhoneForm = z.object({ phone: Phone, captcha: Captcha.pipe(VerificationCode) })

/** Reasons why an account cannot be closed. */
export const closingBlockers = {
  balance: '余额还没有用完或提现',
  arrears: '还有欠费没有结清',
  frozen: '有提现正在处理',
  income: '收益还没有提现',
  instances: '还有没释放的实例',
  queue: '还有排队等待的实例',
  orders: '有待支付的订单',
  transfers: '有对公转账等待入账',
  invoices: '有发票正在处理',
  private_images: '还有私有镜像',
  sub_accounts: '还有子账号',
  operator: '运营账号不能注销，请先变更为普通用户',
} as const
export type ClosingBlocker = keyof typeof closingBlockers

export const AccountClosing = z.object({
  blockers: z.array(
    z.object({
      reason: z.enum(Object.keys(closingBlockers) as [ClosingBlocker, ...ClosingBlocker[]]),
      detail: z.string().nullable().meta({ description: '数量或金额' }),
    }),
  ),
  closes_at: Time.meta({ description: '现在申请的话，何时注销' }),
})
export type AccountClosing = z.infer<typeof AccountClosing>

/** Account security and account closure (product §6). Calls that need a fresh proof fail with `step_up_required`. */
export const accountSecurity = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/account_security',
    access: 'user',
    summary: '账户安全：安全等级、手机号、密码、微信与登录数',
    description: "Returns how the caller's account is protected: security level, phone, password, WeChat and open sessions.",
    source: 'decided: product §6',
    data: AccountSecurity,
  }),
  change_password: endpoint({
    method: 'PUT',
    path: '/api/v1/user_password',
    access: 'user',
    summary: '修改密码：凭原密码或发到自己手机的验证码；其他设备退出登录',
    description: 'Sets a new password by the old one or an SMS code, and ends all other sessions.',
    message: '密码已修改，其他设备已退出登录',
    invalidates: ['account_security', 'session'],
    source: 'decided: 035',
    body: ChangePasswordForm,
    data: z.null(),
  }),
  send_phone_captcha: endpoint({
    method: 'POST',
    path: '/api/v1/user_phone/captcha',
    access: 'user',
    stepUp: true,
    summary: '向新手机号发送验证码',
    description: "Sends an SMS code to the phone number that is to become the account's.",
    message: '验证码已发送',
    source: 'decided: 035',
    body: z.object({ phone: Phone }),
    data: z.object({ resend_after: z.number().int().meta({ description: '秒' }) }),
  }),
  change_phone: endpoint({
    method: 'PUT',
    path: '/api/v1/user_phone',
    access: 'user',
    stepUp: true,
    summary: '更换手机号；其他设备退出登录',
    description: "Changes the account's phone number by the code sent to the new one, and ends all other sessions.",
    message: '手机号已更换，其他设备已退出登录',
    invalidates: ['account_security', 'session'],
    source: 'decided: 035',
    body: ChangePhoneForm,
    data: z.null(),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/v1/session/list',
    access: 'user',
    summary: '未失效的登录，最近活动的在前',
    description: "Lists the caller's open sessions, the last active first.",
    source: 'decided: product §2',
    data: z.array(SessionInfo),
  }),
  end_session: endpoint({
    method: 'DELETE',
    path: '/api/v1/session/:id',
    access: 'user',
    owned: 'session',
    summary: '退出一个设备的登录',
    description: "Ends one of the caller's sessions; its tokens stop working.",
    message: '已退出该设备',
    invalidates: ['account_security'],
    source: 'decided: product §2',
    params: ById,
    data: z.null(),
  }),
  end_other_sessions: endpoint({
    method: 'POST',
    path: '/api/v1/session/end_others',
    access: 'user',
    summary: '退出其他全部设备的登录',
    description: "Ends all of the caller's sessions but the present one, and returns how many.",
    message: '其他设备已退出登录',
    invalidates: ['account_security'],
    source: 'decided: product §2',
    data: z.object({ count: z.number().int() }),
  }),
  closing: endpoint({
    method: 'GET',
    path: '/api/v1/account_closing',
    access: 'main',
    summary: '注销账号之前要处理的事',
    description: 'Lists what keeps the account from being closed, and when it would be closed if requested now.',
    source: 'decided: 035',
    data: AccountClosing,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/v1/account_closing',
    access: 'main',
    stepUp: true,
    summary: '申请注销账号：立即退出全部登录，7 天内重新登录即撤回',
    description: 'Requests that the account is closed: ends all sessions now; signing in within seven days takes it back.',
    message: '已申请注销，7 天内重新登录即可撤回',
    source: 'decided: 035',
    body: z.object({ consent: z.literal(true, { error: '请确认已了解注销的后果' }) }),
    data: z.object({ closes_at: Time }),
  }),
  export_data: endpoint({
    method: 'POST',
    path: '/api/v1/user_data/export',
    access: 'user',
    stepUp: true,
    summary: '下载自己的数据（JSON）',
    description: 'Downloads everything kept about the caller as JSON.',
    source: 'decided: PIPL art. 45',
    data: z.unknown(),
    download: 'application/json',
  }),
}
