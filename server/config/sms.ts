import { z } from 'zod'

const budget_words = '须为 20 到 10000000 的整数'
const free_words = '须为 0 到 1000000 的整数'

/** What strangers may have sent by SMS. */
export const sms_environment = {
  /** Codes on one day, over all nodes. */
  SMS_DAILY_BUDGET: z.coerce
    .number(budget_words)
    .int(budget_words)
    .min(20, budget_words)
    .max(10_000_000, budget_words)
    .default(5000),
  /** Requests of one network in an hour, and for one phone in a day, that need no challenge; unset: 3, in a real deployment 0. */
  CHALLENGE_FREE_SENDS: z.coerce.number(free_words).int(free_words).min(0, free_words).max(1_000_000, free_words).optional(),
}

export interface SmsLimits {
  daily_budget: number
  challenge_free_sends: number
}

export const smsLimitsOf = (e: z.output<z.ZodObject<typeof sms_environment>>, real_deployment: boolean): SmsLimits => ({
  daily_budget: e.SMS_DAILY_BUDGET,
  challenge_free_sends: e.CHALLENGE_FREE_SENDS ?? (real_deployment ? 0 : 3),
})
