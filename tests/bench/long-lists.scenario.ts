import { listRows, planListCalls } from '#tests/bench/long-lists.calls.ts'
import { createLongListsWorld } from '#tests/bench/long-lists.world.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'

const tenth = listRows / 10
const rounds = 7

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Times each in turn, so that all meet the same moments of the machine; returns their medians. */
async function timeInTurn(runs: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  for (const run of runs) await run()
  const took: number[][] = runs.map(() => [])
  for (let round = 0; round < rounds && (round < 3 || took[0]![0]! < 1_000); round += 1)
    for (const [nth, run] of runs.entries()) {
      const start = performance.now()
      await run()
      took[nth]!.push(performance.now() - start)
    }
  return took.map(median)
}

/** Prints a line per call: its time, what the same call costs where it finds nothing, its bare statement, and the ratio. */
export const longListsScenario: BenchmarkScenario = {
  name: `一个用户的 ${tenth} 台实例、${listRows} 条流水与扣费：每个列表的首页、中页、末页、汇总`,
  reference: '裸查询，加同一调用在空账户上的耗时',
  aim: { at_most: 1.5 },
  alone: true,
  async run() {
    const world = await createLongListsWorld({ instances: tenth, charges: listRows, orders: tenth, notices: tenth })
    const { kysely } = world.deps.database
    const get = async (path: string, token: string) => {
      const answer = await world.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
    }
    const stranger = await world.people[1]!.token()
    let worst = { slower: 0, ours_ms: 0, reference_ms: 0 }
    try {
      for (const { path, by, bare, empty } of planListCalls(world)) {
        const token = await world[by].token()
        const runs = [() => get(path, token), () => get(empty ?? path, empty ? token : stranger), () => bare.execute(kysely)]
        const times = await timeInTurn(runs)
        const [ours = 0, floor = 0, plain = 0] = times
        const slower = ours / (floor + plain)
        if (slower > worst.slower) worst = { slower, ours_ms: ours, reference_ms: floor + plain }
        const shown = times.map((ms) => ms.toFixed(1).padStart(9)).join(' ')
        process.stdout.write(`  ${shown} ${slower.toFixed(2).padStart(7)}  ${path}\n`)
      }
    } finally {
      await world.close()
    }
    return worst
  },
}
