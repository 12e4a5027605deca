import type { CaptchaPurpose } from '#contract/auth.ts'
import type { SmsClass } from '#contract/notification-preferences.ts'

export type SmsMessage = { phone: string } & ({ type: CaptchaPurpose; code: string } | { template: SmsClass; title: string })

export interface SmsProvider {
  /** Throws `CloudError`. */
  deliver(message: SmsMessage): Promise<void>
}

export const smsFailureEffect = '设有备用服务商时由它代发，没有时用户收不到短信'

/** Cuts a variable to what the provider takes, with an ellipsis. */
export function shortenSmsVariable(text: string, max: number): string {
  const letters = Array.from(text)
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`
}
