import { z } from 'zod'
import { parseUrl } from '#contract/parse-url.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { listQuery } from './list.ts'
import { type NotificationClass, notificationClasses } from './notifications.ts'
import { ById, Id, Time, VerificationCode } from './scalars.ts'

/** Notification channels (product §6). */
export const noticeChannels = { site: '站内', sms: '短信', email: '邮件', webhook: 'Webhook' } as const
export type NoticeChannel = keyof typeof noticeChannels
/** Channels that leave the platform; each message is an outbox row. */
export type ExternalChannel = Exclude<NoticeChannel, 'site'>

/** Classes sent by SMS: only those where an unread message costs money or data. Each has its own template. */
const smsClasses = ['expiry', 'arrears', 'release', 'balance'] as const satisfies readonly NotificationClass[]
export type SmsClass = (typeof smsClasses)[number]
export const isSmsClass = (of: string): of is SmsClass => (smsClasses as readonly string[]).includes(of)

/** Classes that cannot be muted on the site, which is the record of what happened to an account, its money and its data. */
const alwaysOnSiteClasses = ['system', 'arrears', 'release'] as const satisfies readonly NotificationClass[]
export const isAlwaysOnSite = (of: string): boolean => (alwaysOnSiteClasses as readonly string[]).includes(of)

/** Default for users who never chose; a channel that is not set up receives nothing. */
export const isChannelOnByDefault = (of: NotificationClass, channel: NoticeChannel): boolean =>
  channel === 'sms' ? of === 'arrears' || of === 'release' : channel !== 'email' || of !== 'activity'

/** Returns whether the user can choose: only `smsClasses` can use SMS, and some classes stay on for the site. */
export const isChannelConfigurable = (of: NotificationClass, channel: NoticeChannel): boolean =>
  channel === 'site' ? !isAlwaysOnSite(of) : channel !== 'sms' || isSmsClass(of)

const NotificationClassName = z.enum(Object.keys(notificationClasses) as [NotificationClass, ...NotificationClass[]])
const Channel = z.enum(Object.keys(noticeChannels) as [NoticeChannel, ...NoticeChannel[]])
const ExternalChannelName = z.enum(['sms', 'email', 'webhook'])

export const NoticePreferences = z
  .object({
    rules: z.array(
      z.object({
        class: NotificationClassName,
        channel: Channel,
        enabled: z.boolean(),
        fixed: z.boolean().meta({ description: '不可更改' }),
      }),
    ),
    sms: z.object({ phone: z.string().meta({ description: '脱敏手机号' }), available: z.boolean() }),
    email: z.object({
      address: z.string().nullable().meta({ description: '已验证的邮箱' }),
      pending: z.string().nullable().meta({ description: '等待验证的邮箱' }),
    }),
    webhook: z.object({ url: z.string(), created_at: Time }).nullable(),
  })
  .meta({ id: 'NoticePreferences' })
export type NoticePreferences = z.infer<typeof NoticePreferences>

export const deliveryStates = { waiting: '等待发送', sent: '已送达', dropped: '未发送', dead: '发送失败' } as const
export type DeliveryState = keyof typeof deliveryStates
const State = z.enum(Object.keys(deliveryStates) as [DeliveryState, ...DeliveryState[]])

/** One delivery of a message through one channel. */
export const NoticeDelivery = z
  .object({
    id: Id.meta({ description: '也是随消息发出的去重编号' }),
    channel: ExternalChannelName,
    title: z.string(),
    state: State,
    tries: z.number().int(),
    error: z.string().nullable().meta({ description: '最近一次没有送达的原因' }),
    next_try_at: Time.nullable(),
    created_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'NoticeDelivery' })
export type NoticeDelivery = z.infer<typeof NoticeDelivery>

const Email = z
  .string({ error: '请输入邮箱' })
  .trim()
  .min(1, '请输入邮箱')
  .max(254, '请输入正确的邮箱')
  .refine((v) => v === '' || z.email().safeParse(v).success, '请输入正确的邮箱')

/** Checks the format of the address only; its resolved target is checked when the webhook is called. */
const WebhookUrl = z
  .string({ error: '请输入地址' })
  .trim()
  .min(1, '请输入地址')
  .max(500, '地址最多 500 个字')
  .refine((v) => v === '' || parseUrl(v)?.protocol === 'https:', '请输入 https 开头的地址')
  .refine((v) => {
    const url = parseUrl(v)
    return !url?.username && !url?.password
  }, '地址里不能带用户名和密码')

const WebhookSecret = z.object({
  url: z.string(),
  secret: z.string().meta({ description: '签名密钥，只在此刻返回' }),
  created_at: Time,
})

const base = { access: 'user', source: 'decided: product §6' } as const

export const notificationPreferences = {
  get: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/notification/preference',
    summary: '消息偏好：每类消息走哪些渠道',
    description: 'Returns which classes of messages reach the caller by which channel, and the addresses of the channels.',
    data: NoticePreferences,
  }),
  set: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/v1/notification/preference',
    summary: '打开或关闭一类消息的一个渠道',
    description: 'Turns one channel on or off for one class of messages; some cannot be turned off on the site.',
    message: '已保存',
    body: z.object({ class: NotificationClassName, channel: Channel, enabled: z.boolean() }),
    data: NoticePreferences,
  }),
  send_email_code: endpoint({
    ...base,
    method: 'POST',
    path: '/api/v1/notification/email',
    summary: '向邮箱发送验证码',
    description: 'Mails a verification code to the address that messages are to be sent to.',
    message: '验证码已发送，请查收邮件',
    body: z.object({ email: Email }),
    data: z.object({ resend_after: z.number().int().meta({ description: '秒' }) }),
  }),
  verify_email: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/v1/notification/email',
    summary: '用邮件里的验证码确认邮箱',
    description: 'Verifies the mail address by the mailed code; messages are sent to it from now on.',
    message: '邮箱已验证',
    body: z.object({ code: VerificationCode }),
    data: NoticePreferences,
  }),
  remove_email: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/v1/notification/email',
    summary: '移除邮箱，不再发送邮件',
    description: "Removes the caller's mail address; no more mail is sent.",
    message: '邮箱已移除',
    data: NoticePreferences,
  }),
  set_webhook: endpoint({
    ...base,
    method: 'PUT',
    path: '/api/v1/notification/webhook',
    summary: '设置 Webhook 地址；签名密钥只返回这一次',
    description: 'Sets the HTTPS address messages are posted to, and returns the signing secret this once.',
    message: 'Webhook 已设置',
    body: z.object({ url: WebhookUrl }),
    data: WebhookSecret,
  }),
  remove_webhook: endpoint({
    ...base,
    method: 'DELETE',
    path: '/api/v1/notification/webhook',
    summary: '移除 Webhook',
    description: "Removes the caller's webhook; nothing is posted any more.",
    message: 'Webhook 已移除',
    data: NoticePreferences,
  }),
  test_webhook: endpoint({
    ...base,
    method: 'POST',
    path: '/api/v1/notification/webhook/test',
    summary: '立即发送一条测试消息',
    description: "Posts a test message to the caller's webhook now, and returns how the other side answered.",
    source: 'decided: product §6',
    data: z.object({
      delivered: z.boolean(),
      status: z.number().int().nullable(),
      error: z.string().nullable(),
      took_ms: z.number().int(),
    }),
  }),
  deliveries: endpoint({
    ...base,
    method: 'GET',
    path: '/api/v1/notification/delivery/list',
    summary: '投递记录，新的在前',
    description: 'Lists the messages sent to the caller by SMS, mail or webhook, newest first.',
    query: listQuery(['created_at'], { channel: ExternalChannelName.optional(), state: State.optional() }),
    data: z.array(NoticeDelivery),
    paged: true,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/v1/unsubscribe/:token',
    access: 'public',
    source: 'decided: decision 108',
    summary: '用邮件里的链接退订一类邮件',
    description: 'Turns mail of one class off by the signed token of a mail; takes the form a mail program posts (RFC 8058).',
    message: '已退订',
    invalidates: ['notification/preference'],
    params: z.object({ token: z.string().min(1).max(300) }),
    data: z.object({ class: NotificationClassName }),
  }),
  retry: endpoint({
    ...base,
    method: 'POST',
    path: '/api/v1/notification/delivery/:id/retry',
    owned: 'notice_delivery',
    summary: '重新投递一条失败的消息',
    description: 'Queues a message that could not be delivered for another try.',
    message: '已重新排队，稍后发送',
    params: ById,
    data: NoticeDelivery,
  }),
}

/** Page of the web on which a person unsubscribes by the link in a mail, with `?token=`. */
export const unsubscribePath = '/unsubscribe'

/** Headers of a webhook call. The signature is `sha256=` plus the HMAC-SHA256 of `<timestamp>.<body>` in hex. */
export const webhookHeaders = {
  id: 'x-zhisuan-delivery',
  timestamp: 'x-zhisuan-timestamp',
  signature: 'x-zhisuan-signature',
} as const

export const emailCodeMinutes = limits.emailCodeSeconds / 60
