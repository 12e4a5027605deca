import { Link } from 'react-router-dom'
import type { Coupon } from '#contract/coupons.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { paths } from '#src/paths.ts'
import styles from './CouponEntries.module.css'
import { CouponEntries } from './CouponEntries.tsx'

/** What it is, and what it paid for. */
export default function CouponShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const coupon = row as unknown as Coupon // the resource's endpoint answers coupons
        return (
          <div className={styles.below}>
            <PagePanel title={coupon.kind === 'voucher' ? '收支' : '使用'} flush={coupon.kind === 'voucher'}>
              {coupon.kind === 'voucher' ? (
                <CouponEntries id={coupon.id} />
              ) : coupon.order_id ? (
                <p>
                  用于 <Link to={paths.myOrder(coupon.order_id)}>订单 {coupon.order_id}</Link>
                  。订单取消或全额退款后，没过期的可以再用。
                </p>
              ) : (
                <p>还没有用过。下单付款时选用，每单一张。</p>
              )}
            </PagePanel>
          </div>
        )
      }}
    </Show>
  )
}
