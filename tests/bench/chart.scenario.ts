import { sql } from 'kysely'
import { chooseMetricsLevel, computeMetricsWindow } from '#server/domains/rentals/monitor/buckets.ts'
import { monitorRepo } from '#server/domains/rentals/monitor/monitor.repo.ts'
import { createStoredMetrics } from '#server/domains/rentals/monitor/stored-metrics.service.ts'
import { compareSides } from '#tests/bench/measure.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { type BenchmarkPlatform, createBenchmarkPlatform } from '#tests/bench/world.ts'

const id = 'gpu-bench'
const days = 30
const minuteS = 60
const reads = 5

/** Inserts what an instance with two cards records in `days`, per minute and per hour, among the rows of other instances. */
async function fillPoints({ deps }: BenchmarkPlatform): Promise<void> {
  const { kysely } = deps.database
  const now = deps.clock.now()
  for (const stepS of [minuteS, 3_600]) {
    await sql`
      insert into usage_points (instance_id, step_s, card, at, gpu_use_min, gpu_use_max, gpu_use_sum, gpu_use_n, cpu_use_min, cpu_use_max,
        cpu_use_sum, cpu_use_n, memory_used_min, memory_used_max, memory_used_sum, memory_used_n)
      select i, ${stepS}, card, ${now}::timestamptz - n * make_interval(secs => ${stepS}), 10, 90, 200, 4, 1, 60, 100, 4, 100, 900, 2000, 4
      from unnest(${[id, 'gpu-bench-other']}::text[]) i, generate_series(-1, 1) card, generate_series(1, ${(days * 86_400) / stepS}) n`.execute(
      kysely,
    )
  }
  await sql`vacuum analyze usage_points`.execute(kysely)
}

export const monitorChartScenario: BenchmarkScenario = {
  name: '30 天的监控曲线',
  reference: '扫描同样 30 天的 1 分钟点',
  aim: { at_most: 0.12 },
  async run() {
    const world = await createBenchmarkPlatform(1)
    try {
      await fillPoints(world)
      const { kysely } = world.deps.database
      const to = world.deps.clock.now()
      const from = new Date(to.getTime() - days * 86_400_000)
      const window = computeMetricsWindow(from, to, chooseMetricsLevel(from, to, to))
      const times = async (read: () => Promise<unknown>) => {
        for (let i = 0; i < reads; i += 1) await read()
        return reads
      }
      return await compareSides(
        {
          run: () =>
            times(() =>
              createStoredMetrics(kysely).read({ id, installation_id: 'bench', generation: 1, cpu: 8, cards: [] }, window),
            ),
        },
        { run: () => times(() => monitorRepo(kysely).lines(id, minuteS, window)) },
      )
    } finally {
      await world.close()
    }
  },
}
