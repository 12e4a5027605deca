import { Pagination } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { coupon_states } from '#contract/coupons.ts'
import { operator_coupons } from '#contract/operator/coupons.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './CampaignHolders.module.css'

const page_size = 10

/** Who holds what a campaign gave out, and how much of it came to use. */
export function Held({ campaign_id }: { campaign_id: string }) {
  const [page, setPage] = useState(1)
  const query = { campaign_id, page, page_size }
  const { data, total, error, refetch } = useEndpoint(operator_coupons.held, { query }, { keep: true })
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
                        <Link to={operator_paths.user(coupon.owner.id)}>{coupon.owner.nickname}</Link>
                      </td>
                      <td>{coupon_states[coupon.state]}</td>
                      <td>
                        <TimeText at={coupon.claimed_at} />
                      </td>
                      <td>
                        <TimeText at={coupon.valid_until} />
                      </td>
                      <td>
                        <Yuan amount={coupon.spent} bare />
                      </td>
                      <td>{coupon.remaining === null ? '—' : <Yuan amount={coupon.remaining} bare />}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {total > page_size && (
              <Pagination
                className={styles.pages ?? ''}
                size="small"
                current={page}
                pageSize={page_size}
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
