import type { EndpointData } from '#contract/endpoint.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import type { wallet } from '#contract/wallet.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'

type WalletAmounts = Pick<EndpointData<typeof wallet.get>, 'cash' | 'accrued' | 'accrued_voucher'>

/** What of the balance is not used up yet: what runs has cost something that is not settled, and vouchers do not pay. */
export const computeAvailableYuan = ({ cash, accrued, accrued_voucher: accruedVoucher }: WalletAmounts): string =>
  formatFenAsYuan(parseYuanToFen(cash) - parseYuanToFen(accrued) + parseYuanToFen(accruedVoucher))

/** What is missing to cover `required`, or null when nothing is. */
export function computeMissingYuan(required: string, available: string): string | null {
  const missing = parseYuanToFen(required) - parseYuanToFen(available)
  return missing > 0n ? formatFenAsYuan(missing) : null
}

const microPerFen = 10_000n

/** A unit price to the nearest 分, for reading; the exact one is what is charged. */
export const roundToFen = (yuan: string): string => formatFenAsYuan((parsePriceMicro(yuan) + microPerFen / 2n) / microPerFen)
