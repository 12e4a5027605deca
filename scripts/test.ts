import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { whyNot } from './docker-engine/throwaway-engine.ts'
import { findChromium } from './test/chromium.ts'
import { brokenOff, failedFiles, nothing, sum, type Tally, tallyPlaywright, tallyVitest, together } from './test/tally.ts'
import { findPostgres } from './throwaway-postgres.ts'

/**
 * `npm test`: every test there is. A real PostgreSQL and a real Docker engine are used where the machine has them; the
 * tests of the server then run on PostgreSQL, and with BOTH_DATABASES=1 all of them on the embedded database as well;
 * with REQUIRE_ALL=1 (CI) their absence is a failure instead of a remark. Ends with `N passed, N failed`.
 *
 * `npm test -- --long` runs the same tests, those that throw dice as often as a night allows. With DICE_MINUTES (CI) the
 * five of them that throw the most have a part of their own: as often, but for so many minutes each.
 */

const at_length = {
  MONEY_RUNS: '500',
  MODEL_RUNS: '500',
  FUZZ_REQUESTS: '20000',
  FAULT_KILLS: '50',
  FAULT_ROUNDS: '8',
  POWER_LOSS_ROUNDS: '4',
  FC_RUNS: '200',
}
const in_time = process.env.DICE_MINUTES !== undefined
if (process.argv.includes('--long')) for (const [name, runs] of Object.entries(at_length)) process.env[name] ??= runs

const results = 'test-results'
/** Files that failed are run once more by themselves, and named at the end, when they are so few: more of them is no bad luck. */
const few = 8
const required = process.env.REQUIRE_ALL === '1'
const node = [process.execPath, '--import', 'tsx']
const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']
const playwright = [
  process.execPath,
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config',
  'tests/e2e/playwright.config.ts',
]

/** What runs on the embedded database even where a PostgreSQL runs the tests of the server: what either database does by itself. */
const on_embedded = [
  ...['contract', 'architecture', 'support', 'web', 'compute', 'faults'],
  ...['server/db', 'server/ledger', 'server/platform'],
].map((folder) => `tests/${folder}/`)

const with_dice = ['server/money/', 'server/model/', 'server/http/fuzz', 'faults/platform/'].map((part) => `tests/${part}`)

/** What needs a real engine; each skips itself where there is none. One after the other: they count all that is on it. */
const on_docker = ['docker', 'docker-snapshot', 'docker-dial', 'docker-access'].map((name) => `tests/compute/${name}.test.ts`)

const say = (line: string) => process.stdout.write(`\n${line}\n`)

function run(command: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  const [program = '', ...args] = command
  return spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1
}

function unit(
  title: string,
  name: string,
  wrapper: readonly string[],
  filters: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Tally {
  say(`── ${title}`)
  const once = (name: string, filters: readonly string[], env: NodeJS.ProcessEnv) => {
    const report = `${results}/${name}.json`
    return tallyVitest(report, run([...wrapper, ...vitest, `--outputFile.json=${report}`, ...filters], env))
  }
  const first = once(name, filters, env)
  const failed = failedFiles(`${results}/${name}.json`)
  if (failed.length === 0 || failed.length > few) return first
  say(`── ${title}：${failed.length} 个文件单独重跑`)
  return together(first, once(`${name}-again`, failed, { ...env, MAX_WORKERS: '1' }))
}

function browser(title: string, name: string, wrapper: readonly string[], env: NodeJS.ProcessEnv): Tally {
  say(`── ${title}`)
  const report = `${results}/${name}.json`
  return tallyPlaywright(report, run([...wrapper, ...playwright], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report) }))
}

function missing(what: string): Tally {
  say(`${required ? '失败' : '跳过'}：${what}`)
  return required ? brokenOff(what) : { ...nothing, skipped: 1 }
}

async function all(): Promise<Tally[]> {
  const with_postgres = [...node, 'scripts/with-postgres.ts', '--forgetful']
  const with_docker = [...node, 'scripts/with-docker.ts']
  const on_both = process.env.BOTH_DATABASES === '1' || !findPostgres()
  const but_dice = in_time ? with_dice.map((part) => `--exclude=${part}**`) : []
  const tallies = [unit('单元、接口与故障测试（内嵌数据库）', 'embedded', [], [...but_dice, ...(on_both ? [] : on_embedded)])]
  tallies.push(
    findPostgres()
      ? unit('服务端测试（PostgreSQL）', 'postgres', with_postgres, [...but_dice, 'tests/server/'])
      : missing('没有找到 PostgreSQL，服务端测试只在内嵌数据库上运行'),
  )
  if (in_time) tallies.push(unit('掷骰子的测试', 'dice', findPostgres() ? with_postgres : [], with_dice, at_length))
  const no_docker = await whyNot()
  tallies.push(
    no_docker
      ? missing(`Docker 驱动未测试：${no_docker}`)
      : unit('计算驱动（Docker）', 'docker', with_docker, on_docker, {
          REQUIRE_DOCKER: '1',
          MAX_WORKERS: '1',
        }),
  )
  if (run([...node, 'scripts/build-web.ts', '--if-stale']) !== 0) return [...tallies, brokenOff('the web could not be built')]
  const chromium = findChromium()
  if (!chromium) {
    say(
      '失败：没有 Chromium。请安装 Chromium 或 Chrome（Debian：apt-get install chromium fonts-noto-cjk），或用 CHROMIUM_PATH 指定',
    )
    return [...tallies, brokenOff('no Chromium')]
  }
  tallies.push(browser('浏览器（模拟算力）', 'browser', [], { CHROMIUM_PATH: chromium }))
  if (!no_docker)
    tallies.push(browser('浏览器（Docker）', 'browser-docker', with_docker, { CHROMIUM_PATH: chromium, COMPUTE: 'docker' }))
  return tallies
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const { passed, failed, skipped, failures, unsteady } = sum(await all())
if (unsteady.length > 0) say(['单独重跑才通过的测试：', ...unsteady].join('\n  '))
if (failures.length > 0) say(['失败的测试：', ...failures].join('\n  '))
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed > 0 ? 1 : 0
