import type { Quote } from '#contract/orders.ts'
import { computeAvailableYuan, computeMissingYuan, useWallet } from '#src/features/wallet/shared.ts'

/** What the balance lacks for this order; what runs has used up part of it already. */
export function useMissingBalance(quote: Pick<Quote, 'enough' | 'required' | 'balance'> | undefined): string | null {
  const { data: wallet } = useWallet()
  if (!quote || quote.enough) return null
  return computeMissingYuan(quote.required, wallet ? computeAvailableYuan(wallet) : quote.balance)
}
