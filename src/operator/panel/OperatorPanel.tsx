import { useCan } from '@refinedev/core'
import { operator_panel } from '#contract/operator/money.ts'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { GpuTable } from './GpuTable.tsx'
import { MoneyLine } from './MoneyFigures.tsx'
import styles from './OperatorPanel.module.css'
import { SmsLine } from './SmsBudgetLine.tsx'
import { StockLine } from './StockFigures.tsx'

const refresh_ms = 30_000

/** What is rented, what it earns, what is owed; every number leads to the rows it counts (product §10). */
export default function OperatorPanel() {
  const sees_money = useCan({ resource: 'operator-finance', action: 'list' }).data?.can ?? false
  const stock = useEndpoint(operator_panel.stock, {}, { every: refresh_ms })
  const money = useEndpoint(operator_panel.money, {}, { every: refresh_ms, enabled: sees_money })
  return (
    <>
      <PageHeader title="利用率" meaning="租出多少，收入多少，欠用户多少；点数字看它由哪些行相加而成。" />
      <div className={styles.parts}>
        <AsyncView
          data={stock.data}
          error={stock.error}
          onRetry={() => void stock.refetch()}
          skeleton={
            <Panel flush>
              <SkeletonRows rows={3} />
            </Panel>
          }
        >
          {(data) => <StockLine stock={data} />}
        </AsyncView>
        {sees_money && (
          <AsyncView
            data={money.data}
            error={money.error}
            onRetry={() => void money.refetch()}
            skeleton={
              <Panel flush>
                <SkeletonRows rows={3} />
              </Panel>
            }
          >
            {(data) => <MoneyLine money={data} />}
          </AsyncView>
        )}
        {stock.data && <GpuTable gpus={stock.data.gpus} />}
        {stock.data && <SmsLine codes={stock.data.sms_codes} />}
      </div>
    </>
  )
}
