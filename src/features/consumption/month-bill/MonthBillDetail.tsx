import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { llm_bills, playground_key } from '#contract/llm-bills.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { Sums } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './MonthBillDetail.module.css'
import { daysOfMonth } from './month-text.ts'
import { UsageTable } from './UsageTable.tsx'

const ModelChart = lazyPart(() => import('./ModelChart.tsx'))

/** More models are in the table below. */
const most_charted = 8
const bar_height = 40

const keyName = (name: string | null) => name ?? '控制台试用'

/** One month's bill: how it adds up, and every part of it opens to its calls. */
export function Month({ month }: { month: string }) {
  const { data, error, refetch } = useEndpoint(llm_bills.month, { params: { month } })
  const days = daysOfMonth(month)
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="月账单加载失败"
      onRetry={() => void refetch()}
      skeleton={
        <Panel>
          <SkeletonRows rows={6} columns={3} />
        </Panel>
      }
    >
      {(bill) => (
        <div className={styles.parts}>
          <Panel flush>
            <Sums
              label="本月合计"
              figures={[
                { name: '费用', value: <Yuan amount={bill.cost} as="price" /> },
                { name: '上月结转', value: <Yuan amount={bill.carried_in} /> },
                { name: '已入账', value: <Yuan amount={bill.posted} /> },
                { name: '留到下月', value: <Yuan amount={bill.carried_out} /> },
              ]}
            />
            <p className={styles.rule}>
              按整分入账，不足 1 分的留到之后的调用：上月结转 + 费用 = 已入账 + 留到下月。已入账的与
              <Link to={`${paths.income_detail}?kind=llm_usage&from=${days.from}&to=${days.to}`}>收支明细</Link>一致。
            </p>
          </Panel>
          <Panel title="按模型">
            <div className={styles.chart} style={{ height: bar_height * Math.min(bill.by_model.length, most_charted) }}>
              <Suspense fallback={null}>
                <ModelChart models={bill.by_model.slice(0, most_charted)} bar_height={bar_height} />
              </Suspense>
            </div>
            <UsageTable
              caption="按模型的用量"
              subject="模型"
              rows={bill.by_model.map((row) => ({
                ...row,
                key: row.model,
                name: row.model,
                to: paths.bill_api_of({ ...days, model: row.model }),
              }))}
            />
          </Panel>
          <Panel title="按密钥">
            <UsageTable
              caption="按密钥的用量"
              subject="密钥"
              rows={bill.by_key.map((row) => ({
                ...row,
                key: row.key_id ?? playground_key,
                name: keyName(row.key_name),
                to: paths.bill_api_of({ ...days, key_id: row.key_id ?? playground_key }),
              }))}
            />
          </Panel>
        </div>
      )}
    </AsyncView>
  )
}
