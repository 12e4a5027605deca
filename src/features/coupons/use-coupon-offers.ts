import { coupons } from '#contract/coupons.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const live = ['wallet', 'user'] as const

/** Loads the offers that can be claimed now; verifying one's identity may add more. */
export const useCouponOffers = () => useEndpoint(coupons.offers, {}, { live })
