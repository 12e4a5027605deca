import { wallet } from '#contract/wallet.ts'

export const quickAmounts = ['50', '100', '200', '500', '1000'] as const
const defaultAmount: (typeof quickAmounts)[number] = '100'

/** What the wire says about an amount. */
export const rechargeAmountSchema = wallet.recharge.body.shape.amount

/** What was meant by digits of the Chinese keyboard, a pasted `¥1,234.50` or a full stop for a point. */
export const normalizeAmount = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/[\s,，¥]/g, '')

/** The amount the address asks for, if it is one. */
export function parseRequestedAmount(search: URLSearchParams): string {
  const asked = rechargeAmountSchema.safeParse(search.get('amount'))
  return asked.success ? asked.data : defaultAmount
}
