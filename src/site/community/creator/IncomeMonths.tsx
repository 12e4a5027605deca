import type { ChartDataRow } from '#src/ui/charts/chart-data.ts'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import type { MonthStatementItem, OwnIncomeSummary } from './requests.ts'

const series = ['已入账', '待结清', '本月预估'] as const

/** Builds the bars of the months: what earlier statements posted and still wait for, then the present month. */
export function buildIncomeMonths(
  statements: readonly Pick<MonthStatementItem, 'month' | 'amount' | 'pending'>[],
  { month, estimate }: Pick<OwnIncomeSummary, 'month' | 'estimate'>,
): ChartDataRow[] {
  const earlier = statements
    .filter((statement) => statement.month !== month)
    .map((statement) => ({ key: statement.month, values: [Number(statement.amount), Number(statement.pending), 0] }))
    .reverse()
  return [...earlier, { key: month, values: [0, 0, Number(estimate)] }]
}

/** Income by month, as statements and the estimate of the present month tell. */
export const IncomeMonths = ({
  statements,
  summary,
}: {
  statements: readonly MonthStatementItem[]
  summary: OwnIncomeSummary
}) => (
  <StackedBars
    title="每月收益"
    rowHead="月份"
    series={series}
    rows={buildIncomeMonths(statements, summary)}
    formatValue={(yuan) => `¥${yuan.toFixed(2)}`}
    formatTick={(yuan) => `¥${yuan}`}
    height={160}
  />
)
