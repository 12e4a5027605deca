import { Link } from 'react-router-dom'
import { type LlmMonthDetail, type LlmSums, llmBills, playgroundKey } from '#contract/llm-bills.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { CallTrend } from '#src/features/llm/shared.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { MeterBar } from '#src/ui/charts/MeterBar.tsx'
import { formatCount } from '#src/ui/format-count.ts'
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

/** Models with a part of their own in the bar of shares; the table below lists all. */
const maxShares = 5

/** How the cost of a month is shared among its models, as a bar. */
function ModelShares({ bill }: { bill: LlmMonthDetail }) {
  const total = Number(bill.cost)
  if (total === 0) return null
  const rest = bill.by_model.slice(maxShares).reduce((sum, { cost }) => sum + Number(cost), 0)
  const parts = [
    ...bill.by_model.slice(0, maxShares).map(({ model, cost }) => ({ name: model, cost: Number(cost) })),
    ...(rest > 0 ? [{ name: '其余模型', cost: rest }] : []),
  ].map(({ name, cost }) => {
    const percent = (cost / total) * 100
    return { name, percent, value: `${percent.toFixed(percent < 10 ? 1 : 0)}%` }
  })
  return (
    <div className={styles.shares}>
      <MeterBar parts={parts} label={`费用的构成：${parts.map(({ name, value }) => `${name} ${value}`).join('，')}`} />
    </div>
  )
}

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
          <PagePanel title="每天" flush>
            <CallTrend filters={days} />
          </PagePanel>
          <PagePanel title="按模型">
            <ModelShares bill={bill} />
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
