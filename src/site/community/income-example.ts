import { computeCreatorIncome, computeUseEarnings, imagePriceStepMicro } from '#contract/image-income.ts'
import { formatFenAsYuan } from '#contract/money.ts'

const secondsPerHour = 3_600n

export interface IncomeExample {
  /** Price in steps of ¥0.01 per hour. */
  steps: number
  /** Number of users in the month. */
  people: number
  /** Hours each user runs it in the month. */
  hours: number
  /** Percentage of the payment that comes from cash rather than vouchers. */
  cash_percent: number
}

/** Income per user and in total, in yuan, with the arithmetic of the statements: each is rounded down to 分. */
export function computeExampleIncome({ steps, people, hours, cash_percent: cashPercent }: IncomeExample): {
  price: string
  each: string
  month: string
} {
  const use = { price_micro: BigInt(steps) * imagePriceStepMicro, seconds: BigInt(hours) * secondsPerHour }
  const eachFen = computeCreatorIncome(computeUseEarnings({ ...use, cash_fen: BigInt(cashPercent), whole_fen: 100n }))
  return {
    price: formatFenAsYuan(BigInt(steps)),
    each: formatFenAsYuan(eachFen),
    month: formatFenAsYuan(eachFen * BigInt(people)),
  }
}
