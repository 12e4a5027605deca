import { Segmented } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { operatorFinance } from '#contract/operator/money.ts'
import { ReportPeriod, reportPeriods } from '#contract/operator/reason.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import styles from '#src/operator/panel/OperatorPanel.module.css'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { AccountMovementsTable } from './AccountMovementsTable.tsx'
import { FinanceFigures } from './FinanceFigures.tsx'
import { UserLiabilitiesTable } from './UserLiabilitiesTable.tsx'

const periodOptions = Object.entries(reportPeriods).map(([value, label]) => ({ value: value as ReportPeriod, label }))

/** Revenue and movements of a period, current liabilities and receivables; every figure links to its rows (product §10). */
export default function OperatorFinance() {
  const [search, setSearch] = useSearchParams()
  const period = ReportPeriod.catch('month').parse(search.get('period'))
  const { data, error, refetch } = useEndpoint(operatorFinance.panel, { query: { period } }, { keep: true })
  return (
    <>
      <PageHeading
        title="财务概览"
        meaning="收入、资金进出、应付用户和用户欠款；点数字看它由总账的哪些行相加而成。"
        actions={
          <Segmented
            aria-label="时间"
            options={periodOptions}
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
          <PagePanel flush>
            <SkeletonRows rows={6} />
          </PagePanel>
        }
      >
        {(finance) => (
          <div className={styles.parts}>
            <FinanceFigures finance={finance} period={period} />
            <AccountMovementsTable moved={finance.moved} period={period} />
            <UserLiabilitiesTable finance={finance} />
          </div>
        )}
      </AsyncView>
    </>
  )
}
