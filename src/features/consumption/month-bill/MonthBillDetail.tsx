import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { type LlmSums, llmBills, playgroundKey } from '#contract/llm-bills.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './MonthBillDetail.module.css'
import { toMonthRange } from './month-text.ts'

interface Row extends LlmSums {
  key: string
  name: string
  /** Link to the calls of this row. */
  to: string
}

/** Usage and cost per model or key, most expensive first. */
const UsageTable = ({ caption, subject, rows }: { caption: string; subject: string; rows: readonly Row[] }) => (
  <MoneyTable
    caption={caption}
    heads={[subject, '调用', '输入（词元）', '命中缓存', '输出（词元）', '费用（元）']}
    numbers={1}
    rows={rows.map((row) => ({
      key: row.key,
      cells: [
        <Link key="name" to={row.to}>
          {row.name}
        </Link>,
        formatCount(row.calls),
        formatCount(row.prompt_tokens),
        formatCount(row.cached_tokens),
        formatCount(row.completion_tokens),
        <YuanAmount key="cost" amount={row.cost} bare />,
      ],
    }))}
  />
)

const ModelChart = lazyPart(() => import('./ModelChart.tsx'))

/** Largest number of models in the chart; the table below lists all. */
const maxChartedModels = 8
const barHeight = 40

const formatKeyName = (name: string | null) => name ?? '控制台试用'

/** One month's bill with its breakdown; each part links to its calls. */
export function MonthBillDetail({ month }: { month: string }) {
  const { data, error, refetch } = useEndpoint(llmBills.month, { params: { month } })
  const days = toMonthRange(month)
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="月账单加载失败"
      onRetry={() => void refetch()}
      skeleton={
        <PagePanel>
          <SkeletonRows rows={6} columns={3} />
        </PagePanel>
      }
    >
      {(bill) => (
        <div className={styles.parts}>
          <PagePanel flush>
            <SummaryFigures
              label="本月合计"
              figures={[
                { name: '费用', value: <YuanAmount amount={bill.cost} as="price" /> },
                { name: '上月结转', value: <YuanAmount amount={bill.carried_in} /> },
                { name: '已入账', value: <YuanAmount amount={bill.posted} /> },
                { name: '留到下月', value: <YuanAmount amount={bill.carried_out} /> },
              ]}
            />
            <p className={styles.rule}>
              按整分入账，不足 1 分的留到之后的调用：上月结转 + 费用 = 已入账 + 留到下月。已入账的与
              <Link to={`${paths.incomeDetail}?kind=llm_usage&from=${days.from}&to=${days.to}`}>收支明细</Link>一致。
            </p>
          </PagePanel>
          <PagePanel title="按模型">
            <div className={styles.chart} style={{ height: barHeight * Math.min(bill.by_model.length, maxChartedModels) }}>
              <Suspense fallback={null}>
                <ModelChart models={bill.by_model.slice(0, maxChartedModels)} barHeight={barHeight} />
              </Suspense>
            </div>
            <UsageTable
              caption="按模型的用量"
              subject="模型"
              rows={bill.by_model.map((row) => ({
                ...row,
                key: row.model,
                name: row.model,
                to: paths.billApiOf({ ...days, model: row.model }),
              }))}
            />
          </PagePanel>
          <PagePanel title="按密钥">
            <UsageTable
              caption="按密钥的用量"
              subject="密钥"
              rows={bill.by_key.map((row) => ({
                ...row,
                key: row.key_id ?? playgroundKey,
                name: formatKeyName(row.key_name),
                to: paths.billApiOf({ ...days, key_id: row.key_id ?? playgroundKey }),
              }))}
            />
          </PagePanel>
        </div>
      )}
    </AsyncView>
  )
}
