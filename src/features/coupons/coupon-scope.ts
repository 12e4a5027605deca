import type { Coupon } from '#contract/coupons.ts'

export const toCouponScopeText = ({ scope }: Pick<Coupon, 'scope'>): string => (scope.length > 0 ? scope.join('；') : '全场可用')
