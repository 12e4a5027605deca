import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../throwaway-postgres.ts'

/** Beside the oldest Node that `engines` allows: the newest of each line that people start on. Raised by hand, so that a run can be had again. */
const newerLines = ['22.23.3', '26.12.1']

function readFloor(): string {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
  return `${engines.node.replace('>=', '')}.0`
}

/** The Nodes on which a long run tests, without the one that runs. */
export const listOtherNodes = (): string[] => [readFloor(), ...newerLines].filter((version) => version !== process.versions.node)

/** Returns that Node, fetched from the npm registry unless it is there; undefined if that fails. */
export function findOrFetchNode(version: string): string | undefined {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'zhisuan', `node-${version}`)
  const name = `node-${process.platform}-${process.arch}`
  const program = join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true })
    const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`]
    spawnSync('npm', args, { stdio: 'ignore', timeout: 300_000 })
  }
  const said = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout
  return said?.trim() === `v${version}` ? program : undefined
}

/** What its children start as `node` is the same Node; the dice are thrown as in a short run. */
export const createEnvOfNode = (program: string, dice: readonly string[]): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(dice.map((name) => [name, undefined])),
  PATH: `${dirname(program)}:${process.env.PATH ?? ''}`,
})

const startWithinMs = 120_000
/** What is on its way out of Node ends the server, instead of being printed. */
const strict = ['--throw-deprecation', '--pending-deprecation']

/** Asks the embedded database, and a native package for the password. */
async function signsIn(origin: string): Promise<boolean> {
  if (!(await fetch(`${origin}/healthz`).catch(() => undefined))?.ok) return false
  const body = JSON.stringify({ account_type: 'main', phone: '13800000001', password: 'Zhisuan-2026' })
  return (await fetch(`${origin}/api/v1/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).ok
}

/** Starts the built server with the plain demo; answers what is wrong, or nothing. */
export async function findFaultOfServerOn(program: string): Promise<string | undefined> {
  const dir = mkdtempSync(join(tmpdir(), 'zhisuan-node-'))
  const port = String(await freePort())
  const own = { DATABASE_URL: '', DEMO: 'plain', DATA_DIR: dir, HOST: '127.0.0.1', PORT: port, SSH_PORT: '0', GATEWAY_PORT: '0' }
  const server = spawn(program, [...strict, 'dist/server/main.mjs'], { env: { ...process.env, ...own } })
  const ended = once(server, 'close')
  let warnings = ''
  server.stdout.resume()
  server.stderr.on('data', (chunk) => (warnings += chunk))
  try {
    const until = performance.now() + startWithinMs
    let isUp = false
    while (!isUp && server.exitCode === null && performance.now() < until) {
      await sleep(250)
      isUp = await signsIn(`http://127.0.0.1:${port}`)
    }
    server.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    if (!isUp || code !== 0 || warnings !== '') return `served: ${isUp}, ended with ${code}, said: ${warnings.trim()}`
    return undefined
  } finally {
    server.kill('SIGKILL')
    rmSync(dir, { recursive: true, force: true })
  }
}
