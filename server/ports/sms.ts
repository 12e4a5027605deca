import type { CaptchaPurpose } from '#contract/auth.ts'
import type { SmsClass } from '#contract/notification-preferences.ts'
import type { SmsProviderName } from '#contract/sms-receipts.ts'
import type { AliyunKey, TencentKey } from '#server/ports/cloud-keys.ts'
import type { ProviderTrouble } from '#server/ports/provider-trouble.ts'

/** Templates as approved by the provider, word for word; it fills in `{title}`. */
export const smsTemplates = {
  expiry: '套餐到期提醒：{title}，请登录控制台查看。',
  arrears: '欠费提醒：{title}，请登录控制台处理。',
  release: '数据释放提醒：{title}，重要数据请及时备份。',
  balance: '余额提醒：{title}，请登录控制台查看。',
} as const satisfies Record<SmsClass, string>

/** A message that no provider took. */
export class SmsUnsentError extends Error {
  /** Whether the phone has had enough for now; no other provider was asked. */
  readonly held_back: boolean
  readonly troubles: readonly ProviderTrouble[]
  constructor(heldBack: boolean, troubles: readonly ProviderTrouble[]) {
    super(heldBack ? 'the provider holds back messages to this phone' : 'no provider took the message')
    this.name = 'SmsUnsentError'
    this.held_back = heldBack
    this.troubles = troubles
  }
}

/** How a provider took a message. */
export interface SmsTaken {
  provider: SmsProviderName
  /** The provider's own number, which its receipt names. */
  message_id: string
}

export interface SmsOutcome {
  /** Met on the way to a provider that took the message. */
  troubles: readonly ProviderTrouble[]
  /** Null if no receipt can come. */
  taken: SmsTaken | null
}

/** What a provider says later of a message that it took. */
export interface SmsReceipt {
  message_id: string
  delivered: boolean
  /** The carrier's code of a failure. Contains no phone. */
  error: string | null
}

export interface SmsReceiptReader {
  /** Reads a pushed body, parsed from JSON; undefined if it is no push. What cannot be read in it is left out. */
  read(body: unknown): SmsReceipt[] | undefined
  /** The body that makes the provider stop pushing. */
  readonly accepted: object
}

/** Sends text messages. Rejects if no provider takes them. Only the hash of a code is stored. */
export interface SmsSender {
  readonly sandbox: boolean
  /** Of the providers that push delivery receipts. */
  readonly receipts: Partial<Record<SmsProviderName, SmsReceiptReader>>
  /** Sends a verification code. */
  send(message: { phone: string; type: CaptchaPurpose; code: string }): Promise<SmsOutcome>
  /** Sends a notice by template; `key` is the same for every attempt to send it. */
  tell(message: { phone: string; template: SmsClass; title: string; key: string }): Promise<SmsOutcome>
}

/** Ids of approved templates: one for all codes, one for each class of notices. */
export type SmsTemplateIds = Record<SmsClass | 'code', string>

export interface AliyunSmsSettings {
  provider: 'aliyun'
  key: AliyunKey
  sign_name: string
  templates: SmsTemplateIds
  endpoint: string
}

export interface TencentSmsSettings {
  provider: 'tencent'
  key: TencentKey
  sdk_app_id: string
  sign_name: string
  region: string
  templates: SmsTemplateIds
  variable_max: number
  endpoint: string
}

export type SmsProviderSettings = AliyunSmsSettings | TencentSmsSettings
