import { useState } from 'react'
import { type Consumption, consumption } from '#contract/consumption.ts'
import { limits } from '#contract/limits.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import type { BillSegment } from '#src/features/consumption/verify/verify-bill.ts'
import { listAllPages } from '#src/providers/data/all-pages.ts'
import { type ConsumptionVerdict, verifyConsumption } from './verify-consumption.ts'

/** More lines than this are for the export. */
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

/** Fetches the lines of usage that the filters select, and the whole bills behind them, and recomputes both. */
export function useVerifyConsumption(filters: Readonly<Record<string, string>>) {
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
