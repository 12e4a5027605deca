import { limits } from '#contract/limits.ts'
import { computeCarry, computeRunCharge, formatFenAsYuan, formatMicroAsYuan, roundMicroUpToFen } from '#contract/money.ts'

/** The default list prices, used in the worked examples. */
const hourMicro = BigInt(limits.hourOriginMicro)
const dayMicro = BigInt(limits.dayOriginMicro)
const weekMicro = BigInt(limits.weekOriginMicro)

const diskGb = 200
const diskHourMicro = BigInt(diskGb - limits.freeDataDiskGb) * BigInt(limits.dataDiskPriceMicroPerGbHour)

const shortRunSeconds = 90n * 60n + 30n
const firstRunSeconds = 15n
const secondRunSeconds = 10n
const idleRunSeconds = 8n * 3600n
const spendLimitFen = 2000n
const convertedSeconds = 50n * 3600n

const computeChargeYuan = (microPerHour: bigint, seconds: bigint, carry?: bigint) =>
  formatFenAsYuan(computeRunCharge(microPerHour, seconds, carry))

/** Amounts of the worked examples, calculated with the billing functions (contract/money.ts). */
export const billingExamples = {
  example_hour: formatMicroAsYuan(hourMicro),
  example_convert_hours: String(convertedSeconds / 3600n),
  example_convert_refund: formatFenAsYuan(roundMicroUpToFen(weekMicro) - computeRunCharge(hourMicro, convertedSeconds)),
  example_day: formatMicroAsYuan(dayMicro),
  example_week: formatMicroAsYuan(weekMicro),
  example_short_seconds: String(shortRunSeconds),
  example_short_amount: computeChargeYuan(hourMicro, shortRunSeconds),
  example_two_cards_hour: formatMicroAsYuan(hourMicro * 2n),
  example_two_cards_amount: computeChargeYuan(hourMicro * 2n, idleRunSeconds),
  example_carry_first_seconds: String(firstRunSeconds),
  example_carry_first_amount: computeChargeYuan(hourMicro, firstRunSeconds),
  example_carry_second_seconds: String(secondRunSeconds),
  example_carry_second_amount: computeChargeYuan(hourMicro, secondRunSeconds, computeCarry(hourMicro, firstRunSeconds)),
  example_carry_alone_amount: computeChargeYuan(hourMicro, secondRunSeconds),
  example_disk_gb: String(diskGb),
  example_disk_paid_gb: String(diskGb - limits.freeDataDiskGb),
  example_disk_hour: formatMicroAsYuan(diskHourMicro),
  example_disk_day: formatFenAsYuan(roundMicroUpToFen(diskHourMicro * 24n)),
  example_with_disk_hour: formatMicroAsYuan(hourMicro + diskHourMicro),
  example_with_disk_amount: computeChargeYuan(hourMicro + diskHourMicro, idleRunSeconds),
  example_week_two_cards: formatFenAsYuan(roundMicroUpToFen(weekMicro * 2n)),
  example_three_days: formatFenAsYuan(roundMicroUpToFen(dayMicro * 3n)),
  example_no_gpu_amount: computeChargeYuan(BigInt(limits.noGpuPriceMicro), idleRunSeconds),
  example_limit: formatFenAsYuan(spendLimitFen),
  // hours, with two decimals
  example_limit_hours: formatFenAsYuan((spendLimitFen * 1_000_000n) / hourMicro),
}
