import { useState } from 'react'
import { invitation } from '#contract/invitation.ts'
import { SmallPagination } from '#src/admin/SmallPagination.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InviteeList.module.css'

const shown = 10

/** Days of one invitee: usage, ended orders, cumulative net spending, and the day's reward. */
export function RewardDays({ invitee_id: inviteeId }: { invitee_id: string }) {
  const [page, setPage] = useState(1)
  const query = { invitee_id: inviteeId, page, page_size: shown }
  const { data, total, error, refetch } = useEndpoint(invitation.rewards, { query }, { keep: true })
  return (
    <div className={styles.days}>
      <AsyncView
        data={data}
        error={error}
        errorTitle="奖励明细加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={3} columns={7} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className={styles.none}>还没有结算过的消费；每天结算前一天。</p>
          ) : (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
              <div className={styles.scroll} tabIndex={0}>
                <table className={styles.table}>
                  <thead>
                    <tr>
                      <th scope="col">日期</th>
                      <th scope="col">按量扣费（元）</th>
                      <th scope="col">结束的订单（元）</th>
                      <th scope="col">其中退款（元）</th>
                      <th scope="col">不计奖励（元）</th>
                      <th scope="col">累计净消费（元）</th>
                      <th scope="col">当日奖励（元）</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ id, day, usage, orders, refunds, left_out: leftOut, total: sum, reward }) => (
                      <tr key={id}>
                        <th scope="row">{day}</th>
                        {[usage, orders, refunds, leftOut, sum, reward].map((amount, at) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a row
                          <td key={at}>
                            <YuanAmount amount={amount} bare />
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <SmallPagination page={page} pageSize={shown} total={total} onPage={setPage} />
            </>
          )
        }
      </AsyncView>
    </div>
  )
}
