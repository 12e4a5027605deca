import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { checkOutBaseline, removeBaseline, startBaseline } from '#tests/bench/baseline-process.ts'
import { bootScenario } from '#tests/bench/boot.scenario.ts'
import { broadcastScenario } from '#tests/bench/broadcast.scenario.ts'
import { monitorChartScenario } from '#tests/bench/chart.scenario.ts'
import { exportScenario } from '#tests/bench/export.scenario.ts'
import { fleetScenario } from '#tests/bench/fleet.scenario.ts'
import { instanceListScenario } from '#tests/bench/list.scenario.ts'
import { longListsScenario } from '#tests/bench/long-lists.scenario.ts'
import type { BenchmarkResult } from '#tests/bench/measure.ts'
import { modelCallScenario } from '#tests/bench/model-call.scenario.ts'
import { orderScenario } from '#tests/bench/order.scenario.ts'
import { rechargeScenario } from '#tests/bench/recharge.scenario.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { loneSettlementScenario, settlementScenario } from '#tests/bench/settlement.scenario.ts'
import { settlementCurveScenario } from '#tests/bench/settlement-curve.scenario.ts'
import { stopScenario } from '#tests/bench/stop.scenario.ts'
import { findPostgres } from '../../scripts/throwaway-postgres.ts'

/**
 * `npm run bench [-- name…] [--on=postgres|embedded] [--against=<commit>|none] [--long]`: the platform's cost relative to a minimal
 * implementation and to an earlier commit, each in the same minutes, on both databases. Prints ratios with their limits; ends
 * with 1 if one is exceeded.
 */
const scenarios: Record<string, BenchmarkScenario> = {
  list: instanceListScenario,
  lists: longListsScenario,
  sweep: settlementScenario,
  'sweep-lone': loneSettlementScenario,
  'sweep-curve': settlementCurveScenario,
  broadcast: broadcastScenario,
  order: orderScenario,
  boot: bootScenario,
  stop: stopScenario,
  recharge: rechargeScenario,
  model_call: modelCallScenario,
  chart: monitorChartScenario,
  export: exportScenario,
  fleet: fleetScenario,
}

const engines = { postgres: 'PostgreSQL', embedded: '内嵌' } as const
type Engine = keyof typeof engines

const print = (line: string) => process.stdout.write(`${line}\n`)
const mark = (kept: boolean) => (kept ? '✓' : '✗')

function judge({ aim, against_baseline: limit }: BenchmarkScenario, engine: Engine, figure: BenchmarkResult): boolean {
  const { slower, against_baseline: against } = figure
  const kept = 'at_least' in aim ? 1 / slower >= aim.at_least : slower <= aim.at_most
  print(
    'at_least' in aim
      ? `  吞吐为参照的 ${(1 / slower).toFixed(2)}（限 ≥ ${aim.at_least}）${mark(kept)}`
      : `  耗时为参照的 ${slower.toFixed(2)} 倍（限 ≤ ${aim.at_most}）${mark(kept)}`,
  )
  const gated = limit !== undefined && engine === 'postgres'
  const keptAgainst = !gated || against === undefined || against <= limit
  if (against !== undefined)
    print(`  耗时为基线提交的 ${against.toFixed(3)} 倍${gated ? `（限 ≤ ${limit}）${mark(keptAgainst)}` : ''}`)
  const times = { 每次: figure.ours_ms, 参照: figure.reference_ms, 基线: figure.baseline_ms }
  print(
    `  ${Object.entries(times)
      .flatMap(([name, ms]) => (ms === undefined ? [] : `${name} ${ms.toFixed(3)} ms`))
      .join('，')}`,
  )
  return kept && keptAgainst
}

/** Runs the scenarios on one database; tells whether all limits were kept. */
async function runScenarios(names: readonly string[], engine: Engine, tree: string | undefined): Promise<boolean> {
  print(`数据库：${engines[engine]}`)
  let kept = true
  for (const name of names) {
    const scenario = scenarios[name]!
    if (scenario.only_on && scenario.only_on !== engine) continue
    print(`${name}：${scenario.name}，对比${scenario.reference}`)
    if (tree && !scenario.alone) startBaseline(tree, name)
    kept = judge(scenario, engine, await scenario.run()) && kept
  }
  return kept
}

/** Runs this file once per database, in a process with that database. */
async function runEngines(on: readonly Engine[], args: readonly string[], tree: string | undefined): Promise<boolean> {
  let kept = true
  for (const engine of on) {
    const run = ['--import', 'tsx', 'tests/bench/bench.ts', ...args]
    const command = engine === 'postgres' ? ['--import', 'tsx', 'scripts/with-postgres.ts', process.execPath, ...run] : run
    const env = { ...process.env, BENCH_ENGINE: engine, ...(tree && { BENCH_BASELINE_TREE: tree }) }
    const child = spawn(process.execPath, command, { stdio: 'inherit', env })
    kept = (await new Promise<number | null>((resolve) => child.on('exit', resolve))) === 0 && kept
  }
  return kept
}

async function main(): Promise<boolean> {
  const args = process.argv.slice(2)
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { on: { type: 'string' }, against: { type: 'string' }, long: { type: 'boolean' } },
  })
  const unknown = positionals.filter((name) => !(name in scenarios))
  if (unknown.length) throw new Error(`unknown: ${unknown.join(', ')}; known: ${Object.keys(scenarios).join(', ')}`)
  const names = positionals.length ? positionals : Object.keys(scenarios).filter((name) => values.long || !scenarios[name]!.long)
  const { BENCH_ENGINE: engine, BENCH_BASELINE_TREE: tree, BENCH_BASELINE_SIDE: side } = process.env
  if (side) await scenarios[names[0]!]!.run()
  if (engine) return await runScenarios(names, engine as Engine, tree)
  const here = (Object.keys(engines) as Engine[]).filter((name) => name !== 'postgres' || findPostgres())
  const baseline = values.against === 'none' ? undefined : checkOutBaseline(values.against)
  if (!baseline) print('没有与基线提交比较')
  try {
    return await runEngines(values.on ? [values.on as Engine] : here, args, baseline)
  } finally {
    removeBaseline()
  }
}

process.exit((await main()) ? 0 : 1)
