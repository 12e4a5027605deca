import { useState } from 'react'
import { invitation } from '#contract/invitation.ts'
import { SmallPagination } from '#src/admin/SmallPagination.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { ScrollBox } from '#src/ui/ScrollBox.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InviteeList.module.css'

const shown = 10

/** Amounts of a day, each a column. */
const amountColumns = [
  { field: 'usage', title: '按量扣费（元）' },
  { field: 'orders', title: '结束的订单（元）' },
  { field: 'refunds', title: '其中退款（元）' },
  { field: 'left_out', title: '不计奖励（元）' },
  { field: 'total', title: '累计净消费（元）' },
  { field: 'reward', title: '当日奖励（元）' },
] as const

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
              <ScrollBox className={styles.scroll}>
                <table className={styles.table}>
                  <thead>
                    <tr>
                      <th scope="col">日期</th>
                      {amountColumns.map(({ field, title }) => (
                        <th key={field} scope="col">
                          {title}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.id}>
                        <th scope="row">{row.day}</th>
                        {amountColumns.map(({ field }) => (
                          <td key={field}>
                            <YuanAmount amount={row[field]} bare />
                          </td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </ScrollBox>
              <SmallPagination page={page} pageSize={shown} total={total} onPage={setPage} />
            </>
          )
        }
      </AsyncView>
    </div>
  )
}
