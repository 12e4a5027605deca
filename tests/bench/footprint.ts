import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readProcessTime } from '#tests/bench/cpu-time.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'

/**
 * `npm run bench:footprint`: what `npm start` costs once everything is built. How long the demo takes to start, first and again, and
 * what it holds and does when nobody uses it; the same of an api node on PostgreSQL. The limits hold for two quiet cores: unlike
 * those of the other benchmarks they are no ratios, as there is nothing to compare a start with. Ends with 1 if one is exceeded.
 */
const settledMs = 60_000
const watchedMs = 60_000

const dir = mkdtempSync(join(tmpdir(), 'zhisuan-footprint-'))

function judge(what: string, figure: number, limit: number, unit: string): void {
  if (figure > limit) process.exitCode = 1
  process.stdout.write(`${figure <= limit ? '✓' : '✗'} ${what} ${figure.toFixed(1)} ${unit}（限 ≤ ${limit}）\n`)
}

const readMb = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Starts the built server and waits until it says its address. */
async function start(settings: NodeJS.ProcessEnv) {
  const { NODE_ENV: _, TEST_DATABASE_URL: __, ...rest } = process.env
  const ports = { HOST: '127.0.0.1', PORT: '0', SSH_PORT: '0', GATEWAY_PORT: '0' }
  const begun = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.mjs'], { env: { ...rest, ...ports, ...settings } })
  process.on('exit', () => child.kill('SIGKILL')) // whatever fails here
  const ended = once(child, 'close')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += String(chunk)
        if (said.includes('已启动：')) resolve()
      })
    child.once('exit', () => reject(new Error(said)))
  })
  const seconds = (performance.now() - begun) / 1000
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { pid: child.pid!, seconds, stop }
}

/** Per cent of a core, of a process that nobody uses. */
async function measureIdleLoad(pid: number): Promise<number> {
  await sleep(settledMs)
  const before = readProcessTime(pid)
  await sleep(watchedMs)
  return ((readProcessTime(pid) - before) / watchedMs) * 100
}

async function measureDemo(): Promise<void> {
  const settings = { DATA_DIR: join(dir, 'demo') }
  const first = await start(settings)
  judge('演示数据，首次启动', first.seconds, 15, 's')
  const load = await measureIdleLoad(first.pid)
  judge('空闲时处理器', load, 1, '%')
  judge('空闲时内存', readMb(first.pid, 'VmRSS'), 330, 'MB')
  judge('启动以来内存最高', readMb(first.pid, 'VmHWM'), 450, 'MB')
  await first.stop()
  const again = await start(settings)
  judge('再次启动', again.seconds, 4, 's')
  await again.stop()
}

async function measureApiNode(databaseUrl: string): Promise<void> {
  const node = await start({
    ...plainDeployment,
    ROLE: 'api',
    DEMO: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dir, 'api'),
    PUBLIC_ORIGIN: 'http://127.0.0.1',
    TRUST_PROXY: 'none',
    SECRET_KEY: randomBytes(48).toString('base64'),
  })
  const load = await measureIdleLoad(node.pid)
  judge('接口节点（PostgreSQL），空闲时处理器', load, 1, '%')
  judge('接口节点内存', readMb(node.pid, 'VmRSS'), 200, 'MB')
  await node.stop()
}

execFileSync(process.execPath, ['scripts/prestart.mjs'], { stdio: 'inherit' })
try {
  await measureDemo()
  const { TEST_DATABASE_URL: databaseUrl } = process.env
  if (databaseUrl) await measureApiNode(databaseUrl)
} finally {
  rmSync(dir, { recursive: true, force: true })
}
