import type { CaptchaPurpose } from '#contract/auth.ts'
import type { SmsClass } from '#contract/notification-preferences.ts'

/** What a provider has approved, word for word; it fills in `{title}`. */
export const smsTemplates = {
  expiry: '套餐到期提醒：{title}，请登录控制台查看。',
  arrears: '欠费提醒：{title}，请登录控制台处理。',
  release: '数据释放提醒：{title}，重要数据请及时备份。',
  balance: '余额提醒：{title}，请登录控制台查看。',
} as const satisfies Record<SmsClass, string>

/** Sends text messages. Rejects when the provider does; nothing is stored of a code but its hash. */
export interface SmsSender {
  readonly sandbox: boolean
  /** A verification code. */
  send(message: { phone: string; type: CaptchaPurpose; code: string }): Promise<void>
  /** A notice by its template; `key` is the same for every try to send it. */
  tell(message: { phone: string; template: SmsClass; title: string; key: string }): Promise<void>
}
