import { coupons } from '#contract/coupons.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const live = ['wallet', 'user'] as const

/** What can be taken now; a person who is verified meanwhile may take more. */
export const useCouponOffers = () => useEndpoint(coupons.offers, {}, { live })
