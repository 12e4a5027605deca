import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type CouponOffer, coupons } from '#contract/coupons.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { call } from '#src/api/call.ts'
import { offers_key } from './use-take.ts'

const live = ['wallet', 'user'] as const

/** What can be taken now; a person who is verified meanwhile may take more. */
export function useOffers(): UseQueryResult<readonly CouponOffer[]> {
  useLiveQueries(offers_key, live)
  return useQuery({
    queryKey: offers_key,
    queryFn: async ({ signal }) => (await call(coupons.offers, {}, { signal })).data,
  })
}
