import { type InstanceUsage, usageLine } from '#contract/monitor.ts'
import { floorToStep } from '#server/domains/rentals/monitor/levels.ts'
import { monitorRepo } from '#server/domains/rentals/monitor/monitor.repo.ts'
import type { Context } from '#server/http/context.ts'

/** Age at which minutes are rolled up for certain; younger ones are read from the samples. */
const rolledAfterMs = 6 * 60_000

const toPercent = (value: number | null) => (value === null ? null : Math.min(100, Math.round(value)))

/** Returns the last hour of several own instances for the lines beside their rows; ids of others are left out. */
export async function listInstanceUsage({ deps, caller }: Context, ids: readonly string[]): Promise<InstanceUsage[]> {
  const { step_seconds: stepSeconds, points } = usageLine
  const stepMs = stepSeconds * 1000
  const now = deps.clock.now().getTime()
  const last = floorToStep(now, stepSeconds)
  const from = last - (points - 1) * stepMs
  const rolled = new Date(floorToStep(now - rolledAfterMs, stepSeconds))
  const rows = await monitorRepo(deps.database.kysely).usageLines(caller.user_id, ids, new Date(from), rolled, stepSeconds)
  return [...new Set(rows.map(({ id }) => id))].map((id) => {
    const own = new Map(rows.filter((row) => row.id === id).map((row) => [row.seconds, row]))
    const line = (name: 'gpu_use' | 'vram_use') =>
      Array.from({ length: points }, (_, i) => toPercent(own.get((from + i * stepMs) / 1000)?.[name] ?? null))
    return { id, gpu_use: line('gpu_use'), vram_use: line('vram_use') }
  })
}
