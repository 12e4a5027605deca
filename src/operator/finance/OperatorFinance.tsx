import { Segmented } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { operator_finance } from '#contract/operator/money.ts'
import { Period, periods } from '#contract/operator/reason.ts'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import styles from '#src/operator/panel/OperatorPanel.module.css'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { MovedTable } from './AccountMovementsTable.tsx'
import { FinanceLine } from './FinanceFigures.tsx'
import { OwedTable } from './UserLiabilitiesTable.tsx'

const options = Object.entries(periods).map(([value, label]) => ({ value: value as Period, label }))

/** Revenue and movements of a period, liabilities and receivables now; every number leads to the rows it sums (product §10). */
export default function OperatorFinance() {
  const [search, setSearch] = useSearchParams()
  const period = Period.catch('month').parse(search.get('period'))
  const { data, error, refetch } = useEndpoint(operator_finance.panel, { query: { period } }, { keep: true })
  return (
    <>
      <PageHeader
        title="财务概览"
        meaning="收入、资金进出、欠用户的和用户欠的；点数字看它由总账的哪些行相加而成。"
        actions={
          <Segmented
            aria-label="时间"
            options={options}
            value={period}
            onChange={(next) => setSearch({ period: next }, { replace: true })}
          />
        }
      />
      <AsyncView
        data={data}
        error={error}
        onRetry={() => void refetch()}
        errorTitle="财务概览加载失败"
        skeleton={
          <Panel flush>
            <SkeletonRows rows={6} />
          </Panel>
        }
      >
        {(finance) => (
          <div className={styles.parts}>
            <FinanceLine finance={finance} period={period} />
            <MovedTable moved={finance.moved} period={period} />
            <OwedTable finance={finance} />
          </div>
        )}
      </AsyncView>
    </>
  )
}
