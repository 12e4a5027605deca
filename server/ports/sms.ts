import type { CaptchaPurpose } from '#contract/auth.ts'
import type { SmsClass } from '#contract/notification-preferences.ts'

/** Templates as approved by the provider, word for word; it fills in `{title}`. */
export const smsTemplates = {
  expiry: '套餐到期提醒：{title}，请登录控制台查看。',
  arrears: '欠费提醒：{title}，请登录控制台处理。',
  release: '数据释放提醒：{title}，重要数据请及时备份。',
  balance: '余额提醒：{title}，请登录控制台查看。',
} as const satisfies Record<SmsClass, string>

/** Sends text messages. Rejects if the provider does. Only the hash of a code is stored. */
export interface SmsSender {
  readonly sandbox: boolean
  /** Sends a verification code. */
  send(message: { phone: string; type: CaptchaPurpose; code: string }): Promise<void>
  /** Sends a notice by template; `key` is the same for every attempt to send it. */
  tell(message: { phone: string; template: SmsClass; title: string; key: string }): Promise<void>
}
