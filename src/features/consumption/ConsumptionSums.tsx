import { Alert, Button } from 'antd'
import { useState } from 'react'
import { type Consumption, consumption } from '#contract/consumption.ts'
import { limits } from '#contract/limits.ts'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { listAllPages } from '#src/providers/data/all-pages.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ConsumptionSums.module.css'
import type { BillSegment } from './verify/verify-bill.ts'
import { type ConsumptionVerdict, verifyConsumption } from './verify-consumption.ts'

/** Largest number of lines to verify in the browser; more are left to the export. */
const linesMax = 5_000

async function loadBillSegments(id: string): Promise<BillSegment[]> {
  const found = new Map<string, BillSegment>()
  for (let page = 1; ; page += 1) {
    const query = { page, page_size: limits.pageSizeMax }
    const { data, total } = await callEndpoint(consumption.bill, { params: { id }, query })
    for (const segment of data) found.set(segment.id, segment)
    if (page * limits.pageSizeMax >= total) return [...found.values()]
  }
}

/** Fetches the filtered lines of usage and the full bills behind them, and recomputes both. */
function useVerifyConsumption(filters: Readonly<Record<string, string>>) {
  const [outcome, setOutcome] = useState<{ verdict: ConsumptionVerdict } | { failure: string } | null>(null)
  const [running, setRunning] = useState(false)

  const run = async () => {
    const { data, total } = await listAllPages(consumption.list, { ...filters, kind: 'usage' }, { max: linesMax })
    if (total > linesMax) return { failure: `一次最多验算 ${linesMax} 行，请缩小时间范围` }
    const lines = data as Consumption[]
    const bills = new Map<string, BillSegment[]>()
    for (const { instance_id: instanceId } of lines) {
      if (instanceId !== null && !bills.has(instanceId)) bills.set(instanceId, await loadBillSegments(instanceId))
    }
    return { verdict: verifyConsumption(lines, bills) }
  }
  const verify = async () => {
    setRunning(true)
    setOutcome(await run().catch((error) => ({ failure: isApiError(error) ? error.message : '账单的格式无法验算' })))
    setRunning(false)
  }
  return { outcome, running, verify: () => void verify() }
}

/** Button that recomputes the lines of usage in the browser from the metering segments. */
function VerifyConsumption({ filters }: { filters: Readonly<Record<string, string>> }) {
  const { outcome, running, verify } = useVerifyConsumption(filters)
  return (
    <>
      <Button loading={running} onClick={verify}>
        验算
      </Button>
      <div className={styles.verdict} role="status">
        {outcome && 'failure' in outcome && <Alert type="error" showIcon message="没有验算成" description={outcome.failure} />}
        {outcome && 'verdict' in outcome && outcome.verdict.faults.length === 0 && (
          <Alert
            type="success"
            showIcon
            message={`验算一致，与账单逐分相同。浏览器用 ${outcome.verdict.segments} 个计费段重新算了 ${outcome.verdict.lines} 行按量扣费，合计 ${outcome.verdict.total} 元。`}
          />
        )}
        {outcome && 'verdict' in outcome && outcome.verdict.faults.length > 0 && (
          <Alert
            type="error"
            showIcon
            message={`验算不一致，有 ${outcome.verdict.faults.length} 处，请把下面的内容发给客服核对。`}
            description={
              <ul>
                {outcome.verdict.faults.map((fault) => (
                  <li key={fault}>{fault}</li>
                ))}
              </ul>
            }
          />
        )}
      </div>
    </>
  )
}

const live = ['wallet'] as const

/** Totals of all lines that match the filters, and usage that is not settled yet. */
export function ConsumptionSums({ state: { filters } }: { state: ListState }) {
  const { data } = useEndpoint(consumption.sum, { query: filters }, { keep: true, live })
  const running = data && Number(data.unsettled) > 0
  return (
    <SummaryFigures
      label="当前筛选的合计"
      figures={[
        { name: '合计', value: data && <YuanAmount amount={data.amount} as="price" /> },
        { name: '现金', value: data && <YuanAmount amount={data.cash} /> },
        { name: '代金券', value: data && <YuanAmount amount={data.voucher} /> },
        ...(running ? [{ name: '运行中未结算', value: <YuanAmount amount={data.unsettled} /> }] : []),
      ]}
    >
      {data && (filters.kind === undefined || filters.kind === 'usage') && (
        <VerifyConsumption key={JSON.stringify(filters)} filters={filters} />
      )}
    </SummaryFigures>
  )
}
