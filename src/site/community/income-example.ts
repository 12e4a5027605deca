import { computeCreatorIncome, computeUseEarnings, imagePriceStepMicro } from '#contract/image-income.ts'
import { formatFenAsYuan } from '#contract/money.ts'

const secondsPerHour = 3_600n

export interface IncomeExample {
  /** Steps of ¥0.01 per hour. */
  steps: number
  /** People who use it in the month. */
  people: number
  /** How long each runs it, hours in the month. */
  hours: number
  /** Of a hundred yuan they pay, what comes from cash and not from vouchers. */
  cash_percent: number
}

/** What comes from each person, and from all of them, in yuan, by the arithmetic of the statements: each is rounded down to 分. */
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
