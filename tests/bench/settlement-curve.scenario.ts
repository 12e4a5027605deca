import { settleDueCharges } from '#server/jobs/jobs.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { runSegmentsOn } from '#tests/bench/settlement.scenario.ts'
import { type BenchmarkPlatform, createBenchmarkPlatform, insertRunningInstances } from '#tests/bench/world.ts'

const users = 5_000
const counts = [1_000, 10_000, 100_000, 1_000_000]
const rounds = 3

/** The quickest of a few sweeps over everything that runs, in milliseconds per instance. */
async function settleOften(world: BenchmarkPlatform, count: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await runSegmentsOn(world, 'public')
    const begun = performance.now()
    await settleDueCharges(world.deps)
    times.push((performance.now() - begun) / count)
  }
  return Math.min(...times)
}

/** How the cost of a settlement grows with the fleet; everything of an hour has to be settled within a tenth of it. */
export const settlementCurveScenario: BenchmarkScenario = {
  name: '结算随规模的成本：1,000,000 台，每台',
  reference: '10,000 台时每台',
  aim: { at_most: 1.5 },
  long: true,
  alone: true,
  only_on: 'postgres',
  async run() {
    const world = await createBenchmarkPlatform(users)
    try {
      const costs = new Map<number, number>()
      let running = 0
      for (const count of counts) {
        await insertRunningInstances(world, count - running, 0, running + 1)
        running = count
        const ms = await settleOften(world, count)
        costs.set(count, ms)
        const seconds = (ms * count) / 1000
        const line = `${count.toLocaleString('en')} 台：每台 ${ms.toFixed(4)} ms，共 ${seconds.toFixed(1)} s，一小时的 1/${Math.floor(3600 / seconds)}`
        process.stdout.write(`  ${line}\n`)
      }
      const [small, large] = [costs.get(10_000)!, costs.get(1_000_000)!]
      return { slower: large / small, ours_ms: large, reference_ms: small }
    } finally {
      await world.close()
    }
  },
}
