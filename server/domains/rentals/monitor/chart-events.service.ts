import type { Kysely } from 'kysely'
import { instanceStatusCodes, type StopReason, stopReasons } from '#contract/instance-actions.ts'
import { formatMicroText } from '#contract/money.ts'
import type { MonitorEvent } from '#contract/monitor.ts'
import type { DB } from '#server/db/types.ts'
import { monitorRepo } from '#server/domains/rentals/monitor/monitor.repo.ts'

/** More events than this are not readable on a chart. */
const eventsMax = 200

type ChartMove = Pick<MonitorEvent, 'kind' | 'title'>
const formatStopReason = (reason: string) => stopReasons[reason as StopReason] ?? reason

/** Meaning of each status on a chart. A restart also shuts down, but has no stop reason. */
const chartMoveByStatus: Record<number, (reason: string | null) => ChartMove> = {
  [instanceStatusCodes.running]: () => ({ kind: 'start', title: '开始运行' }),
  [instanceStatusCodes.shutting_down]: (reason) => ({
    kind: 'stop',
    title: reason ? `关机（${formatStopReason(reason)}）` : '重启',
  }),
  [instanceStatusCodes.abnormal]: () => ({ kind: 'failure', title: '异常停止' }),
}

/** Lists the events that explain a chart: starts, stops and price changes, oldest first. */
export async function listChartEvents(db: Kysely<DB>, instanceId: string, from: Date, to: Date): Promise<MonitorEvent[]> {
  const repo = monitorRepo(db)
  const moves = await repo.statusEvents(instanceId, Object.keys(chartMoveByStatus).map(Number), from, to, eventsMax)
  const prices = await repo.priceChanges(instanceId, from, to, eventsMax)
  const events: MonitorEvent[] = [
    ...moves.toReversed().map(({ at, status, reason }) => ({ at: at.toISOString(), ...chartMoveByStatus[status!]!(reason) })),
    ...prices.toReversed().map(({ at, before, after }) => ({
      at: at.toISOString(),
      kind: 'price' as const,
      title: `价格由 ${formatMicroText(before)} 变为 ${formatMicroText(after)} 元/小时`,
    })),
  ]
  return events.sort((a, b) => a.at.localeCompare(b.at))
}
