import { z } from 'zod'

const budgetMessage = '须为 20 到 10000000 的整数'
const freeSendsMessage = '须为 0 到 1000000 的整数'

/** Limits on SMS that strangers can trigger. */
export const smsEnvironment = {
  /** Codes per day over all nodes. */
  SMS_DAILY_BUDGET: z.coerce
    .number(budgetMessage)
    .int(budgetMessage)
    .min(20, budgetMessage)
    .max(10_000_000, budgetMessage)
    .default(5000),
  /** Requests without a challenge per network and hour, and per phone and day; unset: 3, in a real deployment 0. */
  CHALLENGE_FREE_SENDS: z.coerce
    .number(freeSendsMessage)
    .int(freeSendsMessage)
    .min(0, freeSendsMessage)
    .max(1_000_000, freeSendsMessage)
    .optional(),
}

export interface SmsLimits {
  daily_budget: number
  challenge_free_sends: number
}

export const buildSmsLimits = (e: z.output<z.ZodObject<typeof smsEnvironment>>, realDeployment: boolean): SmsLimits => ({
  daily_budget: e.SMS_DAILY_BUDGET,
  challenge_free_sends: e.CHALLENGE_FREE_SENDS ?? (realDeployment ? 0 : 3),
})
