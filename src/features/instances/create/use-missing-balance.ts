import type { Quote } from '#contract/orders.ts'
import { computeAvailableYuan, computeMissingYuan, useWallet } from '#src/features/wallet/shared.ts'

/** Amount missing from the balance for this order, after subtracting accrued usage that is not settled yet. */
export function useMissingBalance(quote: Pick<Quote, 'enough' | 'required' | 'balance'> | undefined): string | null {
  const { data: wallet } = useWallet()
  if (!quote || quote.enough) return null
  return computeMissingYuan(quote.required, wallet ? computeAvailableYuan(wallet) : quote.balance)
}
