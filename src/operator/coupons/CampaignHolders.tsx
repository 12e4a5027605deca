import { Pagination } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { couponStates } from '#contract/coupons.ts'
import { operatorCoupons } from '#contract/operator/coupons.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CampaignHolders.module.css'

const pageSize = 10

/** Who holds what a campaign gave out, and how much of it came to use. */
export function CampaignHolders({ campaign_id: campaignId }: { campaign_id: string }) {
  const [page, setPage] = useState(1)
  const query = { campaign_id: campaignId, page, page_size: pageSize }
  const { data, total, error, refetch } = useEndpoint(operatorCoupons.held, { query }, { keep: true })
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="加载失败"
      onRetry={() => void refetch()}
      skeleton={<SkeletonRows rows={3} columns={5} />}
    >
      {(held) =>
        held.length === 0 ? (
          <p className={styles.none}>还没有人领到。</p>
        ) : (
          <>
            <div className={styles.scroll}>
              <table className={styles.held}>
                <thead>
                  <tr>
                    <th scope="col">用户</th>
                    <th scope="col">状态</th>
                    <th scope="col">获得时间</th>
                    <th scope="col">到期时间</th>
                    <th scope="col">已用（元）</th>
                    <th scope="col">剩余（元）</th>
                  </tr>
                </thead>
                <tbody>
                  {held.map((coupon) => (
                    <tr key={coupon.id}>
                      <td>
                        <Link to={operatorPaths.user(coupon.owner.id)}>{coupon.owner.nickname}</Link>
                      </td>
                      <td>{couponStates[coupon.state]}</td>
                      <td>
                        <TimeText at={coupon.claimed_at} />
                      </td>
                      <td>
                        <TimeText at={coupon.valid_until} />
                      </td>
                      <td>
                        <YuanAmount amount={coupon.spent} bare />
                      </td>
                      <td>{coupon.remaining === null ? '—' : <YuanAmount amount={coupon.remaining} bare />}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {total > pageSize && (
              <Pagination
                className={styles.pages ?? ''}
                size="small"
                current={page}
                pageSize={pageSize}
                total={total}
                showSizeChanger={false}
                onChange={setPage}
              />
            )}
          </>
        )
      }
    </AsyncView>
  )
}
