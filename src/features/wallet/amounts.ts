import type { DataOf } from '#contract/endpoint.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import type { wallet } from '#contract/wallet.ts'
import { microOfYuan } from '#src/ui/catalogue/price.ts'

type Used = Pick<DataOf<typeof wallet.get>, 'cash' | 'accrued' | 'accrued_voucher'>

/** What of the balance is not used up yet: what runs has cost something that is not settled, and vouchers do not pay. */
export const availableYuan = ({ cash, accrued, accrued_voucher }: Used): string =>
  yuanOfFen(fenOfYuan(cash) - fenOfYuan(accrued) + fenOfYuan(accrued_voucher))

/** What is missing to cover `required`, or null when nothing is. */
export function missingYuan(required: string, available: string): string | null {
  const missing = fenOfYuan(required) - fenOfYuan(available)
  return missing > 0n ? yuanOfFen(missing) : null
}

const micro_per_fen = 10_000n

/** A unit price to the nearest 分, for reading; the exact one is what is charged. */
export const nearestFen = (yuan: string): string => yuanOfFen((microOfYuan(yuan) + micro_per_fen / 2n) / micro_per_fen)
