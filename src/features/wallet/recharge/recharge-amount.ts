import { wallet } from '#contract/wallet.ts'

export const quickAmounts = ['50', '100', '200', '500', '1000'] as const
const defaultAmount: (typeof quickAmounts)[number] = '100'

/** Schema of the amount in the API contract. */
export const rechargeAmountSchema = wallet.recharge.body.shape.amount

/** Normalizes full-width digits, a pasted `¥1,234.50`, or a Chinese full stop typed as the decimal point. */
export const normalizeAmount = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/。/g, '.')
    .replace(/[\s,，¥]/g, '')

/** Parses the amount from the address, if it is valid. */
export function parseRequestedAmount(search: URLSearchParams): string {
  const asked = rechargeAmountSchema.safeParse(search.get('amount'))
  return asked.success ? asked.data : defaultAmount
}
