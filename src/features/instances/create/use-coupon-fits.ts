import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CouponFit, coupons } from '#contract/coupons.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { checkCreateForm } from './check-form.ts'
import { buildQuoteQuery } from './quote-query.ts'
import type { ResolvedDraft } from './resolve-draft.ts'
import type { QuoteState } from './use-instance-quote.ts'

const live = ['wallet'] as const

/** Quotes the form without its coupon; ignores the name, which is typed letter by letter and does not affect the price. */
function useAmountWithoutCoupon(
  { coupon_id: couponId, ...plain }: ResolvedDraft['form'],
  { quote, stale }: QuoteState,
): string | undefined {
  const { valid } = checkCreateForm({ ...plain, nick_name: '报价' })
  const { data } = useQuery({ ...buildQuoteQuery(couponId ? valid : null), placeholderData: keepPreviousData })
  if (couponId) return data?.amount
  return stale ? undefined : quote?.amount
}

/**
 * Loads the user's coupons for this form; `awaited` until the first answer. If a selected coupon no longer fits, `onLost` drops
 * it.
 */
export function useCouponFits(
  form: ResolvedDraft['form'],
  quoting: QuoteState,
  onLost: () => void,
): { fits: CouponFit[] | undefined; awaited: boolean } {
  const amount = useAmountWithoutCoupon(form, quoting)
  const { coupon_id: couponId, product_id: productId, charge_rule: chargeRule } = form
  const use = chargeRule === 'hour' ? 'usage' : 'create_instance'
  const query =
    productId && chargeRule && amount !== undefined
      ? ({ use, product_id: productId, charge_rule: chargeRule, amount } as const)
      : null
  const {
    data: fits,
    isPlaceholderData,
    isLoading,
    failureCount,
  } = useEndpoint(coupons.fit, query ? { query } : {}, { enabled: query !== null, keep: true, live })
  const lost = couponId && fits && !isPlaceholderData && !fits.some(({ coupon, fits: fit }) => fit && coupon.id === couponId)
  useEffect(() => {
    if (lost) onLost()
  }, [lost, onLost])
  return { fits, awaited: isLoading && failureCount === 0 }
}
