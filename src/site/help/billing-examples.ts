import { limits } from '#contract/limits.ts'
import { carryOver, chargeSoFar, fenOfMicro, yuanOfFen, yuanOfMicro } from '#contract/money.ts'

/** The default list prices: what the worked examples are about. */
const hour_micro = BigInt(limits.hour_origin_micro)
const day_micro = BigInt(limits.day_origin_micro)
const week_micro = BigInt(limits.week_origin_micro)

const disk_gb = 200
const disk_hour_micro = BigInt(disk_gb - limits.free_data_disk_gb) * BigInt(limits.data_disk_price_micro_per_gb_hour)

const short_run_s = 90n * 60n + 30n
const first_s = 15n
const second_s = 10n
const idle_run_s = 8n * 3600n
const limit_fen = 2000n
const converted_s = 50n * 3600n

const yuan = (micro_per_hour: bigint, seconds: bigint, carry?: bigint) => yuanOfFen(chargeSoFar(micro_per_hour, seconds, carry))

/** Amounts of the worked examples, by the functions that bill (contract/money.ts). */
export const billing_examples = {
  example_hour: yuanOfMicro(hour_micro),
  example_convert_hours: String(converted_s / 3600n),
  example_convert_refund: yuanOfFen(fenOfMicro(week_micro) - chargeSoFar(hour_micro, converted_s)),
  example_day: yuanOfMicro(day_micro),
  example_week: yuanOfMicro(week_micro),
  example_short_seconds: String(short_run_s),
  example_short_amount: yuan(hour_micro, short_run_s),
  example_two_cards_hour: yuanOfMicro(hour_micro * 2n),
  example_two_cards_amount: yuan(hour_micro * 2n, idle_run_s),
  example_carry_first_seconds: String(first_s),
  example_carry_first_amount: yuan(hour_micro, first_s),
  example_carry_second_seconds: String(second_s),
  example_carry_second_amount: yuan(hour_micro, second_s, carryOver(hour_micro, first_s)),
  example_carry_alone_amount: yuan(hour_micro, second_s),
  example_disk_gb: String(disk_gb),
  example_disk_paid_gb: String(disk_gb - limits.free_data_disk_gb),
  example_disk_hour: yuanOfMicro(disk_hour_micro),
  example_disk_day: yuanOfFen(fenOfMicro(disk_hour_micro * 24n)),
  example_with_disk_hour: yuanOfMicro(hour_micro + disk_hour_micro),
  example_with_disk_amount: yuan(hour_micro + disk_hour_micro, idle_run_s),
  example_week_two_cards: yuanOfFen(fenOfMicro(week_micro * 2n)),
  example_three_days: yuanOfFen(fenOfMicro(day_micro * 3n)),
  example_no_gpu_amount: yuan(BigInt(limits.no_gpu_price_micro), idle_run_s),
  example_limit: yuanOfFen(limit_fen),
  // hours, to two places
  example_limit_hours: yuanOfFen((limit_fen * 1_000_000n) / hour_micro),
}
