import { broadcastScenario } from '#tests/bench/broadcast.scenario.ts'
import { monitorChartScenario } from '#tests/bench/chart.scenario.ts'
import { instanceListScenario } from '#tests/bench/list.scenario.ts'
import type { BenchmarkResult } from '#tests/bench/measure.ts'
import { orderScenario } from '#tests/bench/order.scenario.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { settlementScenario } from '#tests/bench/settlement.scenario.ts'

/**
 * `npm run bench [name…]`: the platform's cost relative to a minimal implementation in the same run. Prints ratios and
 * asserts nothing; on PostgreSQL when TEST_DATABASE_URL is set, else on the embedded database.
 */
const scenarios: Record<string, BenchmarkScenario> = {
  list: instanceListScenario,
  sweep: settlementScenario,
  broadcast: broadcastScenario,
  order: orderScenario,
  chart: monitorChartScenario,
}

const verdict = ({ aim }: BenchmarkScenario, { slower }: BenchmarkResult): string => {
  if ('at_least' in aim)
    return `吞吐 ${(1 / slower).toFixed(2)}（目标 ≥ ${aim.at_least}）${1 / slower >= aim.at_least ? '✓' : '✗'}`
  return `耗时 ${slower.toFixed(2)} 倍（目标 ≤ ${aim.at_most}）${slower <= aim.at_most ? '✓' : '✗'}`
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in scenarios))
if (unknown.length) throw new Error(`unknown: ${unknown.join(', ')}; known: ${Object.keys(scenarios).join(', ')}`)

process.stdout.write(`数据库：${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : '内嵌'}\n`)
for (const name of asked.length ? asked : Object.keys(scenarios)) {
  const scenario = scenarios[name]!
  const figure = await scenario.run()
  const each = `每次 ${figure.ours_ms.toFixed(3)} ms，参照 ${figure.reference_ms.toFixed(3)} ms`
  process.stdout.write(`${name}：${scenario.name}，对比${scenario.reference}\n  ${verdict(scenario, figure)}；${each}\n`)
}
