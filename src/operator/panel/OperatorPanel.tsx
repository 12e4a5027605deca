import { useCan } from '@refinedev/core'
import { operatorPanel } from '#contract/operator/money.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { GpuTable } from './GpuTable.tsx'
import { MoneyFigures } from './MoneyFigures.tsx'
import styles from './OperatorPanel.module.css'
import { SmsBudgetLine } from './SmsBudgetLine.tsx'
import { StockFigures } from './StockFigures.tsx'

const refreshMs = 30_000

/** What is rented, what it earns, what is owed; every number leads to the rows it counts (product §10). */
export default function OperatorPanel() {
  const seesMoney = useCan({ resource: 'operator-finance', action: 'list' }).data?.can ?? false
  const stock = useEndpoint(operatorPanel.stock, {}, { every: refreshMs })
  const money = useEndpoint(operatorPanel.money, {}, { every: refreshMs, enabled: seesMoney })
  return (
    <>
      <PageHeading title="利用率" meaning="租出多少，收入多少，欠用户多少；点数字看它由哪些行相加而成。" />
      <div className={styles.parts}>
        <AsyncView
          data={stock.data}
          error={stock.error}
          onRetry={() => void stock.refetch()}
          skeleton={
            <PagePanel flush>
              <SkeletonRows rows={3} />
            </PagePanel>
          }
        >
          {(data) => <StockFigures stock={data} />}
        </AsyncView>
        {seesMoney && (
          <AsyncView
            data={money.data}
            error={money.error}
            onRetry={() => void money.refetch()}
            skeleton={
              <PagePanel flush>
                <SkeletonRows rows={3} />
              </PagePanel>
            }
          >
            {(data) => <MoneyFigures money={data} />}
          </AsyncView>
        )}
        {stock.data && <GpuTable gpus={stock.data.gpus} />}
        {stock.data && <SmsBudgetLine codes={stock.data.sms_codes} />}
      </div>
    </>
  )
}
