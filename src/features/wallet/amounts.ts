import type { EndpointData } from '#contract/endpoint.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import type { wallet } from '#contract/wallet.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'

type WalletAmounts = Pick<EndpointData<typeof wallet.get>, 'cash' | 'accrued' | 'accrued_voucher'>

/** Computes the available balance: subtracts accrued usage that is not settled yet and not covered by vouchers. */
export const computeAvailableYuan = ({ cash, accrued, accrued_voucher: accruedVoucher }: WalletAmounts): string =>
  formatFenAsYuan(parseYuanToFen(cash) - parseYuanToFen(accrued) + parseYuanToFen(accruedVoucher))

/** Returns the amount missing to cover `required`, or null if nothing is missing. */
export function computeMissingYuan(required: string, available: string): string | null {
  const missing = parseYuanToFen(required) - parseYuanToFen(available)
  return missing > 0n ? formatFenAsYuan(missing) : null
}

const microPerFen = 10_000n

/** Rounds a unit price to the nearest 分 for display; charges use the exact price. */
export const roundToFen = (yuan: string): string => formatFenAsYuan((parsePriceMicro(yuan) + microPerFen / 2n) / microPerFen)
