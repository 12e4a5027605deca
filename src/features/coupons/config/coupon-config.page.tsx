import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

/** Opened from an instance with `?id=`. */
export default definePage({
  name: 'coupon-config',
  label: '优惠券设置',
  path: paths.instanceCouponConfigPattern,
  load: () => import('./CouponConfigPage.tsx'),
})
