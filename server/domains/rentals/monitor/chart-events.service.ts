import type { Kysely } from 'kysely'
import { type StopReason, status_codes, stop_reasons } from '#contract/instance-actions.ts'
import { yuanOfMicro } from '#contract/money.ts'
import type { MonitorEvent } from '#contract/monitor.ts'
import type { DB } from '#server/db/types.ts'
import { monitorRepo } from '#server/domains/rentals/monitor/monitor.repo.ts'

/** More than this is not read off a chart. */
const events_max = 200

type Move = Pick<MonitorEvent, 'kind' | 'title'>
const whyOf = (reason: string) => stop_reasons[reason as StopReason] ?? reason

/** What each status means on a chart. A restart goes down, too, but for no reason that one stops for. */
const moves_to: Record<number, (reason: string | null) => Move> = {
  [status_codes.running]: () => ({ kind: 'start', title: '开始运行' }),
  [status_codes.shutting_down]: (reason) => ({ kind: 'stop', title: reason ? `关机（${whyOf(reason)}）` : '重启' }),
  [status_codes.abnormal]: () => ({ kind: 'failure', title: '异常停止' }),
}

/** What explains a bend in a chart: starts, stops and changes of price, oldest first. */
export async function chartEvents(db: Kysely<DB>, instance_id: string, from: Date, to: Date): Promise<MonitorEvent[]> {
  const repo = monitorRepo(db)
  const moves = await repo.statusEvents(instance_id, Object.keys(moves_to).map(Number), from, to, events_max)
  const prices = await repo.priceChanges(instance_id, from, to, events_max)
  const events: MonitorEvent[] = [
    ...moves.toReversed().map(({ at, status, reason }) => ({ at: at.toISOString(), ...moves_to[status!]!(reason) })),
    ...prices.toReversed().map(({ at, before, after }) => ({
      at: at.toISOString(),
      kind: 'price' as const,
      title: `价格由 ${yuanOfMicro(before)} 变为 ${yuanOfMicro(after)} 元/小时`,
    })),
  ]
  return events.sort((a, b) => a.at.localeCompare(b.at))
}
