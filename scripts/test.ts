import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findMachineObstacle } from '#tests/compute/machines.ts'
import { findProgram } from './docker-engine/programs.ts'
import { findEngineObstacle } from './docker-engine/throwaway-engine.ts'
import { findOrBuildControlPlane, isControlPlaneBuilt, NoControlPlane } from './kubernetes/build-control-plane.ts'
import { findOrInstallChromium } from './test/chromium.ts'
import { hasFailed, readVitestReport } from './test/file-report.ts'
import { findOrInstallFirefox } from './test/firefox.ts'
import { type Lane, openLane } from './test/lane.ts'
import { createEnvOfNode, findFaultOfServerOn, findOrFetchNode, listOtherNodes } from './test/node-lines.ts'
import {
  createFailedTally,
  emptyTally,
  mergeRetryTally,
  sumTallies,
  type TestTally,
  tallyPlaywright,
  tallyVitest,
} from './test/tally.ts'
import { findOrInstallWebkit } from './test/webkit.ts'
import { findPostgres } from './throwaway-postgres.ts'

/**
 * `npm test`: runs everything once, with few random runs; `npm test -- --long` runs everything there is, overnight
 * (docs/decisions/045). Uses PostgreSQL, a Docker engine, Chromium and Firefox if available; with REQUIRE_ALL=1
 * (CI) a missing one is a failure instead of a remark. Ends with `N passed, N failed`.
 */

const long = process.argv.includes('--long')
const required = process.env.REQUIRE_ALL === '1'
const results = 'test-results'

/** Random run counts for `--long`; unfinished runs stop after DICE_MINUTES, but for the walk over a fleet. */
const longThrows = {
  LONG: '1',
  DICE_MINUTES: '7',
  MONEY_RUNS: '500',
  MODEL_RUNS: '500',
  FLEET_STEPS: '20000',
  CLOCK_RUNS: '60',
  ONCE_CALLS: '50',
  FUZZ_REQUESTS: '20000',
  FAULT_KILLS: '200',
  FAULT_ROUNDS: '8',
  POWER_LOSS_ROUNDS: '4',
  FC_RUNS: '200',
  UPLOAD_GB: '0.25',
  NODE_KILLS: '60',
}
if (long) for (const [name, value] of Object.entries(longThrows)) process.env[name] ??= value

const onlyLong = [
  '单元、网页与接口测试在别的几版 Node 上，构建出的服务端在它们上启动（scripts/test/node-lines.ts）',
  '全部服务端测试在第二种数据库上（短的只跑账、整个平台与数据库层）',
  '随机的人、状态、坏请求、断电与 kill -9 各掷几十倍',
  '全部页面 × 浅色与深色 × 手机与桌面（短的每处抽几页），百行变化的帧',
  '在 WebKit 里打开页面（短的在 Chromium 与 Firefox）',
  '上一个发布的节点与新节点同时运行、升级数据库（tests/deploy/old-nodes.test.ts）',
  'Docker 驱动的全部测试（短的只测租户的隔离与容器部署，并在真容器上走一遍浏览器里的路程）',
  'Kubernetes 上的故障、会话、保存镜像与试验场自身（短的只跑驱动的全部约定，没有编译过控制面就跳过）',
]

/** Tenant isolation from the host, and the deployment in containers, exist on a real engine only, and must hold in every run. */
const alwaysOnDocker = ['tests/compute/docker-host.test.ts', 'tests/compute/docker-disks.test.ts', 'tests/deploy/compose.test.ts']

/** Up to this many failed files are rerun alone and named at the end; more failures are not just flaky. */
const mostRunAgain = 8
const slowestNamed = 10
/** When everything fails, the list of what failed must not be pushed out of what is kept of the log. */
const errorsQuoted = 20
const node = [process.execPath, '--import', 'tsx']
const vitest = [
  ...['node_modules/vitest/vitest.mjs', 'run'],
  ...['--reporter=default', '--reporter=./scripts/test/file-report.ts'],
]
/** Tests make much that is soon garbage: with more room for what is new, a tenth less work for the tests of the web. */
const roomForNew = ['--max-semi-space-size=64'].filter((flag) => process.allowedNodeEnvironmentFlags.has(flag.split('=')[0]!))
const nodeOptions = [process.env.NODE_OPTIONS ?? '', ...roomForNew].join(' ').trim()
const playwright = [
  ...[process.execPath, 'node_modules/@playwright/test/cli.js', 'test'],
  ...['--config', 'tests/e2e/playwright.config.ts'],
]

const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} 分钟`

interface Part {
  title: string
  /** Name of the step's report. */
  name: string
  wrapper?: readonly string[]
  /** The Node that runs it, if not the one that runs this. */
  program?: string
  env?: NodeJS.ProcessEnv
}

async function timed({ say }: Lane, title: string, work: () => Promise<TestTally>): Promise<TestTally> {
  say(`── ${title}`)
  const begun = performance.now()
  const tally = await work()
  say(`── ${title}：${tally.passed} passed, ${tally.failed} failed，${minutes(performance.now() - begun)}`)
  return tally
}

async function unit(
  lane: Lane,
  { title, name, wrapper = [], program = process.execPath, env = {} }: Part,
  projects: readonly string[],
  files: readonly string[] = [],
): Promise<TestTally> {
  const once = async (name: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const path = resolve(results, `${name}.json`)
    const code = await lane.run([...wrapper, program, ...vitest, ...args], {
      NODE_OPTIONS: nodeOptions,
      ...env,
      ...more,
      VITEST_REPORT: path,
    })
    return { report: readVitestReport(path), code }
  }
  return timed(lane, title, async () => {
    const first = await once(name, [...projects.map((project) => `--project=${project}`), ...files])
    const tally = tallyVitest(first.report, first.code)
    const failed = first.report?.files.filter(hasFailed) ?? []
    if (failed.length === 0 || failed.length > mostRunAgain) return tally
    lane.say(`── ${title}：${failed.length} 个文件单独重跑`)
    const again: TestTally[] = []
    for (const [nth, { project, file }] of failed.entries()) {
      const { report, code } = await once(`${name}-again-${nth}`, [`--project=${project}`, file], { MAX_WORKERS: '1' })
      again.push(tallyVitest(report, code))
    }
    return mergeRetryTally(tally, sumTallies(again), first.report?.stray ?? [])
  })
}

function browser(lane: Lane, { title, name, wrapper = [], env = {} }: Part): Promise<TestTally> {
  return timed(lane, title, async () => {
    const path = resolve(results, `${name}.json`)
    return tallyPlaywright(path, await lane.run([...wrapper, ...playwright], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: path }))
  })
}

function missing({ say }: Lane, what: string): TestTally {
  say(`${required ? '失败' : '跳过'}：${what}`)
  return required ? createFailedTally(what) : { ...emptyTally, skipped: 1 }
}

const withPostgres = [...node, 'scripts/with-postgres.ts', '--forgetful']

async function unitTests(lane: Lane): Promise<TestTally[]> {
  const projects = ['unit', 'web', 'server', 'embedded']
  if (findPostgres()) {
    const wrapper = withPostgres
    return [await unit(lane, { title: '单元、网页与接口测试（PostgreSQL）', name: 'unit', wrapper }, projects)]
  }
  return [
    missing(lane, '没有找到 PostgreSQL，服务端测试只在内嵌数据库上运行'),
    await unit(lane, { title: '单元、网页与接口测试（内嵌数据库）', name: 'unit' }, projects.slice(0, -1)),
  ]
}

/** Tests that start the server start its bundle, with the template of new databases beside it. */
async function buildServer({ run }: Lane): Promise<TestTally[]> {
  const env = { DATABASE_URL: '', DEMO: 'plain', DATA_DIR: resolve(results, 'none') }
  const code = await run([...node, 'scripts/build-server.ts', '--if-stale'], env)
  return code === 0 ? [] : [createFailedTally('the server could not be built')]
}

const withDocker = [...node, 'scripts/with-docker.ts']
const noChromium =
  '没有 Chromium。请安装 Chromium 或 Chrome（Debian：apt-get install chromium fonts-noto-cjk），或用 CHROMIUM_PATH 指定'

async function webkitTests(lane: Lane): Promise<TestTally> {
  if (findOrInstallWebkit()) return unit(lane, { title: '浏览器（WebKit）', name: 'webkit' }, ['webkit'])
  return missing(lane, '没有找到 WebKit，页面没有在它里面打开（Debian：apt-get install webkit2gtk-driver xvfb xauth）')
}

/** What keeps both cores busy all the time. */
async function busyTests(lane: Lane, chromium: string | undefined, webIsBuilt: boolean): Promise<TestTally[]> {
  const tallies = await unitTests(lane)
  if (!webIsBuilt) return tallies
  if (!chromium) {
    lane.say(`失败：${noChromium}`)
    return [...tallies, createFailedTally('no Chromium')]
  }
  const env = { CHROMIUM_PATH: chromium }
  tallies.push(await browser(lane, { title: '浏览器（模拟算力）', name: 'browser', env }))
  if (findOrInstallFirefox()) tallies.push(await unit(lane, { title: '浏览器（Firefox）', name: 'firefox' }, ['firefox']))
  else
    tallies.push(
      missing(lane, '没有找到 Firefox，页面只在 Chromium 里打开（Debian：apt-get install firefox-esr，或用 FIREFOX_PATH 指定）'),
    )
  if (long) tallies.push(await webkitTests(lane))
  return tallies
}

const withCluster = [...withDocker, ...node, 'scripts/with-kubernetes.ts']

/** Why there is no cluster to test against. Only who has to test everything waits for its control plane to be built. */
async function findClusterObstacle(): Promise<string | undefined> {
  const noDocker = await findEngineObstacle()
  if (noDocker) return noDocker
  if (!(required || long || isControlPlaneBuilt())) return '没有编译过控制面（npm test -- --long 会编译）'
  try {
    await findOrBuildControlPlane()
    return undefined
  } catch (error) {
    if (error instanceof NoControlPlane) return error.message
    throw error
  }
}

/** What drives a cluster, and what operators add: it waits even more than the rest. */
async function clusterTests(lane: Lane, chromium: string | undefined): Promise<TestTally[]> {
  const tallies: TestTally[] = []
  const obstacle = await findClusterObstacle()
  if (obstacle) tallies.push(missing(lane, `Kubernetes 与接入的机器未测试：${obstacle}`))
  else {
    const env = { REQUIRE_DOCKER: '1', REQUIRE_ALL: '1', MAX_WORKERS: '1' }
    const [title, files] = long ? ['Kubernetes', []] : ['Kubernetes 驱动', ['tests/compute/kubernetes.test.ts']]
    tallies.push(await unit(lane, { title, name: 'kubernetes', wrapper: withCluster, env }, ['kubernetes'], files))
  }
  if (!obstacle && chromium) tallies.push(await enginesInBrowser(lane, chromium))
  lane.end()
  return tallies
}

async function enginesInBrowser(lane: Lane, chromium: string): Promise<TestTally> {
  const noRegistry = (await findProgram('docker-registry')) ? undefined : '没有 docker-registry'
  const obstacle = (await findMachineObstacle()) ?? noRegistry
  if (obstacle) return missing(lane, `接入的机器与集群没有在浏览器里走过：${obstacle}`)
  const env = { CHROMIUM_PATH: chromium, COMPUTE: 'none' }
  return browser(lane, { title: '浏览器（接入的机器与集群）', name: 'browser-engines', wrapper: withCluster, env })
}

/** What mostly waits for an engine and its containers: beside the others it costs little time. */
async function waitingTests(lane: Lane, chromium: string | undefined): Promise<TestTally[]> {
  const tallies: TestTally[] = []
  const noDocker = await findEngineObstacle()
  if (noDocker) tallies.push(missing(lane, `Docker 驱动未测试：${noDocker}`))
  else {
    const env = { REQUIRE_DOCKER: '1', MAX_WORKERS: '1' }
    const [title, files] = long ? ['计算驱动（Docker）', []] : ['租户的隔离与容器部署（Docker）', alwaysOnDocker]
    tallies.push(await unit(lane, { title, name: 'docker', wrapper: withDocker, env }, ['docker'], files))
  }
  if (!noDocker && chromium) {
    const env = { CHROMIUM_PATH: chromium, COMPUTE: 'docker' }
    tallies.push(await browser(lane, { title: '浏览器（Docker）', name: 'browser-docker', wrapper: withDocker, env }))
  }
  lane.end()
  return tallies
}

/** With the dice of a short run: what may differ is Node, not the platform's logic. */
async function testsOnOtherNodes(lane: Lane): Promise<TestTally[]> {
  const tallies: TestTally[] = []
  for (const version of listOtherNodes()) {
    const program = findOrFetchNode(version)
    if (!program) {
      tallies.push(missing(lane, `Node ${version} 没有取到，没有在它上面测试`))
      continue
    }
    const fault = await findFaultOfServerOn(program)
    tallies.push(fault ? createFailedTally(`Node ${version}: ${fault}`) : { ...emptyTally, passed: 1 })
    const wrapper = findPostgres() ? withPostgres : []
    const part = { title: `Node ${version}`, name: `node-${version}`, wrapper, program }
    const env = createEnvOfNode(program, Object.keys(longThrows))
    tallies.push(await unit(lane, { ...part, env }, ['unit', 'web', 'server']))
  }
  return tallies
}

async function all(lane: Lane): Promise<TestTally[]> {
  const tallies = await buildServer(lane)
  const webIsBuilt = (await lane.run([...node, 'scripts/build-web.ts', '--if-stale'])) === 0
  if (!webIsBuilt) tallies.push(createFailedTally('the web could not be built'))
  const chromium = findOrInstallChromium()
  const beside = webIsBuilt ? [waitingTests(openLane('beside'), chromium), clusterTests(openLane('beside'), chromium)] : []
  if (webIsBuilt) lane.say('── Docker 与 Kubernetes 上的测试同时在跑，跑完一起显示')
  const usual = [...tallies, ...(await busyTests(lane, chromium, webIsBuilt)), ...(await Promise.all(beside)).flat()]
  return long ? [...usual, ...(await testsOnOtherNodes(lane))] : usual
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const lane = openLane('in front')
const { say } = lane
const begun = performance.now()
const { passed, failed, skipped, failures, flaky, errors, files } = sumTallies(await all(lane))
const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, slowestNamed)
say(['最慢的文件：', ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1)} s  ${file}`)].join('\n  '))
if (!long) say(['只在 npm test -- --long 里跑的：', ...onlyLong].join('\n  '))
if (flaky.length > 0) say(['单独重跑才通过的测试（要修的，不是运气）：', ...flaky].join('\n  '))
if (failures.length > 0) say(['失败的测试：', ...failures].join('\n  '))
if (errors.length > 0) say(['它们说：', ...errors.slice(0, errorsQuoted)].join('\n  '))
say(`用时 ${minutes(performance.now() - begun)}`)
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
process.exitCode = failed > 0 ? 1 : 0
