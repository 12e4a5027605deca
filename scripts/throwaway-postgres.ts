import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const debianFolder = '/usr/lib/postgresql'
const startWithinMs = 30_000

export interface ThrowawayPostgres {
  /** `postgres://postgres@127.0.0.1:<port>/postgres` */
  url: string
  pid: number
  /** Stops the server immediately, like `pg_ctl stop -m immediate`; the next `start` runs recovery. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Stops the server and removes its files. */
  stop(): Promise<void>
}

/** Folder of the newest initdb and postgres on this machine, or undefined. */
export function findPostgres(): string | undefined {
  const versions = fs.existsSync(debianFolder) ? fs.readdirSync(debianFolder) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(debianFolder, version, 'bin'))
  const folders = [...newestFirst, ...(process.env.PATH ?? '').split(path.delimiter)]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => fs.existsSync(path.join(folder, name))))
}

/**
 * Starts an empty PostgreSQL on a free local port and a temporary folder, with durability on. PostgreSQL refuses to run as
 * root; in that case it runs as the user `postgres`. `settings` are passed as `-c name=value`. `fill` makes its data folder, in place
 * of initdb.
 */
export async function startPostgres(settings: readonly string[] = [], fill?: (data: string) => void): Promise<ThrowawayPostgres> {
  const binaries = findPostgres()
  if (!binaries) throw new Error('no PostgreSQL binaries on this machine')
  const user: Partial<User> = process.getuid?.() === 0 ? postgresUser() : {}
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'zhisuan-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) fs.chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const
  if (fill) fill(data)
  else
    execFileSync(
      path.join(binaries, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
      options,
    )

  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const given = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...settings]
  const args = ['-D', data, '-p', String(port), ...given.flatMap((setting) => ['-c', setting])]
  const start = async () => {
    const child = spawn(path.join(binaries, 'postgres'), args, options)
    await untilReady(url, child)
    return child
  }
  let server = await start()
  return {
    url,
    get pid() {
      return server.pid ?? 0
    },
    crash: () => end(server, 'SIGQUIT'),
    start: async () => {
      server = await start()
    },
    stop: async () => {
      await end(server, 'SIGINT')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface User {
  uid: number
  gid: number
}

function postgresUser(): User {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** A port of this machine that nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (const from = performance.now(); performance.now() - from < startWithinMs; await sleep(50)) {
    if (server.exitCode !== null) break
    const client = new pg.Client(url)
    try {
      await client.connect()
      return await client.end()
    } catch {
      // Not started yet.
    }
  }
  throw new Error('PostgreSQL did not start')
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill(signal)
  await once(server, 'exit')
}
