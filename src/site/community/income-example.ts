import { earnedBy, image_price_step_micro, incomeFen } from '#contract/image-income.ts'
import { yuanOfFen } from '#contract/money.ts'

const seconds_per_hour = 3_600n

export interface Example {
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
export function incomeOf({ steps, people, hours, cash_percent }: Example): { price: string; each: string; month: string } {
  const use = { price_micro: BigInt(steps) * image_price_step_micro, seconds: BigInt(hours) * seconds_per_hour }
  const each_fen = incomeFen(earnedBy({ ...use, cash_fen: BigInt(cash_percent), whole_fen: 100n }))
  return { price: yuanOfFen(BigInt(steps)), each: yuanOfFen(each_fen), month: yuanOfFen(each_fen * BigInt(people)) }
}
