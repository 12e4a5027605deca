import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

/** Reached from an instance, by `?id=`. */
export default definePage({
  name: 'coupon-config',
  label: '优惠券设置',
  path: paths.instance_coupon_config_pattern,
  load: () => import('./CouponConfigPage.tsx'),
})
