import { useState } from 'react'
import { type Consumption, consumption } from '#contract/consumption.ts'
import { limits } from '#contract/limits.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import type { Segment } from '#src/features/consumption/verify/verify-bill.ts'
import { allPages } from '#src/providers/data/all-pages.ts'
import { type LineVerdict, verifyConsumption } from './verify-consumption.ts'

/** More lines than this are for the export. */
const lines_max = 5_000

async function billOf(id: string): Promise<Segment[]> {
  const found = new Map<string, Segment>()
  for (let page = 1; ; page += 1) {
    const query = { page, page_size: limits.page_size_max }
    const { data, total } = await call(consumption.bill, { params: { id }, query })
    for (const segment of data) found.set(segment.id, segment)
    if (page * limits.page_size_max >= total) return [...found.values()]
  }
}

/** Fetches the lines of usage that the filters select, and the whole bills behind them, and recomputes both. */
export function useVerifyConsumption(filters: Readonly<Record<string, string>>) {
  const [outcome, setOutcome] = useState<{ verdict: LineVerdict } | { failure: string } | null>(null)
  const [running, setRunning] = useState(false)

  const run = async () => {
    const { data, total } = await allPages(consumption.list, { ...filters, kind: 'usage' }, { max: lines_max })
    if (total > lines_max) return { failure: `一次最多验算 ${lines_max} 行，请缩小时间范围` }
    const lines = data as Consumption[]
    const bills = new Map<string, Segment[]>()
    for (const { instance_id } of lines) {
      if (instance_id !== null && !bills.has(instance_id)) bills.set(instance_id, await billOf(instance_id))
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
