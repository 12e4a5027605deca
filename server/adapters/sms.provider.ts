import type { z } from 'zod'
import type { CaptchaPurpose } from '#contract/auth.ts'
import type { SmsClass } from '#contract/notification-preferences.ts'
import type { SmsReceipt, SmsReceiptReader } from '#server/ports/sms.ts'

export type SmsMessage = { phone: string } & ({ type: CaptchaPurpose; code: string } | { template: SmsClass; title: string })

export interface SmsProvider extends SmsReceiptReader {
  /** Returns the provider's number of the message, if it named one. Throws `CloudError`. */
  deliver(message: SmsMessage): Promise<string | undefined>
}

const messageId = /^[\x21-\x7e]{1,100}$/
/** What does not look like a carrier's code is left out, as it might be personal. */
const receiptCode = /^(?!.*\d{6})[\w.:-]{1,40}$/

/** Makes a reader of pushes, which are lists; `fields` says how one receipt is written. */
export function createReceiptReader<Fields>(
  fields: z.ZodType<Fields>,
  toReceipt: (one: Fields) => SmsReceipt,
): SmsReceiptReader['read'] {
  return (body) => {
    if (!Array.isArray(body)) return undefined
    return body.flatMap((one: unknown) => {
      const { data } = fields.safeParse(one)
      if (!data) return []
      const { error, ...receipt } = toReceipt(data)
      if (!messageId.test(receipt.message_id)) return []
      return [{ ...receipt, error: receipt.delivered ? null : error && receiptCode.test(error) ? error : 'unknown' }]
    })
  }
}

export const smsFailureEffect = '设有备用服务商时由它代发，没有时用户收不到短信'

/** Cuts a variable to what the provider takes, with an ellipsis. */
export function shortenSmsVariable(text: string, max: number): string {
  const letters = Array.from(text)
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`
}
