import { useState } from 'react'
import { consumptionKinds } from '#contract/consumption.ts'
import { toShanghaiDay } from '#contract/day.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { PagedTable } from '#src/admin/PagedTable.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './SubAccountShow.module.css'

const live = ['wallet'] as const
const pageSize = 10

/** What a sub-account spent this month, by day and instance. */
function MonthRows({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const today = toShanghaiDay(new Date(getServerNow()))
  const { data, total, error, refetch } = useEndpoint(
    subAccounts.consumption,
    { params: { id }, query: { page, page_size: pageSize, from: `${today.slice(0, 8)}01`, to: today } },
    { keep: true, live },
  )
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="消费明细加载失败"
      onRetry={() => void refetch()}
      skeleton={<SkeletonRows rows={3} columns={4} />}
    >
      {(rows) =>
        rows.length === 0 ? (
          <p className={styles.none}>本月还没有结算过的消费。</p>
        ) : (
          <PagedTable
            label="本月消费明细"
            className={styles.rows}
            heads={['日期', '类型', '内容', '金额（元）', '其中代金券（元）']}
            page={page}
            pageSize={pageSize}
            total={total}
            onPage={setPage}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <td>{row.day}</td>
                <td>{consumptionKinds[row.kind]}</td>
                <td>{row.kind === 'usage' ? (row.instance_name ?? row.title) : row.title}</td>
                <td>
                  <YuanAmount amount={row.amount} bare />
                </td>
                <td data-name="代金券" data-none={Number(row.voucher) === 0}>
                  <YuanAmount amount={row.voucher} bare />
                </td>
              </tr>
            ))}
          </PagedTable>
        )
      }
    </AsyncView>
  )
}

/** A sub-account and the rows behind what it spent this month. */
export default function SubAccountShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource} of={subAccounts.get}>
      {({ id, unsettled }) => (
        <ShowPanels>
          <PagePanel
            title="本月消费明细"
            flush
            extra={
              Number(unsettled) > 0 && (
                <span className={styles.note}>
                  另有未结算 <YuanAmount amount={unsettled} />
                </span>
              )
            }
          >
            <MonthRows id={id} />
          </PagePanel>
        </ShowPanels>
      )}
    </Show>
  )
}
