import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type CouponFit, coupons } from '#contract/coupons.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { checkForm } from './check-form.ts'
import { quoteOf } from './quote-query.ts'
import type { Resolved } from './resolve-draft.ts'
import type { Quoting } from './use-instance-quote.ts'

const live = ['wallet'] as const

/** What the form costs without its coupon; its name does not change that, and is typed letter by letter. */
function useUsualAmount({ coupon_id, ...plain }: Resolved['form'], { quote, stale }: Quoting): string | undefined {
  const { valid } = checkForm({ ...plain, nick_name: '报价' })
  const { data } = useQuery({ ...quoteOf(coupon_id ? valid : null), placeholderData: keepPreviousData })
  if (coupon_id) return data?.amount
  return stale ? undefined : quote?.amount
}

/**
 * What is held for this form; `awaited` until it is known for the first time. A chosen coupon that no longer fits is given up by
 * `onLost`.
 */
export function useCouponFits(
  form: Resolved['form'],
  quoting: Quoting,
  onLost: () => void,
): { fits: CouponFit[] | undefined; awaited: boolean } {
  const amount = useUsualAmount(form, quoting)
  const { coupon_id, product_id, charge_rule } = form
  const use = charge_rule === 'hour' ? 'usage' : 'create_instance'
  const query = product_id && charge_rule && amount !== undefined ? ({ use, product_id, charge_rule, amount } as const) : null
  const {
    data: fits,
    isPlaceholderData,
    isLoading,
    failureCount,
  } = useEndpoint(coupons.fit, query ? { query } : {}, { enabled: query !== null, keep: true, live })
  const lost = coupon_id && fits && !isPlaceholderData && !fits.some(({ coupon, fits: fit }) => fit && coupon.id === coupon_id)
  useEffect(() => {
    if (lost) onLost()
  }, [lost, onLost])
  return { fits, awaited: isLoading && failureCount === 0 }
}
