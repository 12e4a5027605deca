import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Coupon, type CouponEntry, coupons } from '#contract/coupons.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { PagedTable } from '#src/admin/PagedTable.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CouponShow.module.css'

const live = ['wallet'] as const
const pageSize = 10

function EntrySubject({ entry: { title, order_id: orderId, instance_id: instanceId } }: { entry: CouponEntry }) {
  if (orderId) return <Link to={paths.myOrder(orderId)}>{title}</Link>
  return instanceId ? <Link to={paths.containerInstance(instanceId)}>{title}</Link> : title
}

/** Every entry of a voucher: its funding, and each payment made from it. */
function CouponEntries({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const { data, total, error, refetch } = useEndpoint(
    coupons.entries,
    { params: { id }, query: { page, page_size: pageSize } },
    { keep: true, live },
  )
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="收支加载失败"
      onRetry={() => void refetch()}
      skeleton={<SkeletonRows rows={3} columns={4} />}
    >
      {(entries) => (
        <PagedTable
          className={styles.entries}
          heads={['时间', '说明', '金额（元）', '余额（元）']}
          page={page}
          pageSize={pageSize}
          total={total}
          onPage={setPage}
        >
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <TimeText at={entry.at} />
              </td>
              <td>
                <EntrySubject entry={entry} />
              </td>
              <td>
                <YuanAmount amount={entry.amount} as="flow" bare />
              </td>
              <td data-name="余额">
                <YuanAmount amount={entry.balance_after} bare />
              </td>
            </tr>
          ))}
        </PagedTable>
      )}
    </AsyncView>
  )
}

/** A voucher or coupon and the payments made with it. */
export default function CouponShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const coupon = row as unknown as Coupon // the resource's endpoint returns coupons
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
