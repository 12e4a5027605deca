/**
 * `npm run freeze:release`: writes the database of a small installation of this version to tests/fixtures/releases/<version>.sql.gz,
 * from which tests/server/db/releases.test.ts upgrades. It is what the plain demo leaves on PostgreSQL after a minute of its jobs. A file
 * that is there already stays: what was released does not change.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { findPostgres, startPostgres } from './throwaway-postgres.ts'

const lifeMs = 60_000
const maxBytes = 500_000
/** Known to the tests, which open what it seals. */
const secretKey = Buffer.alloc(32, 'tests').toString('base64')

/** Lets a server fill an empty database and work on it. */
async function live(databaseUrl: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'zhisuan-freeze-'))
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: {
      ...{ PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: dir, SECRET_KEY: secretKey, DEMO: 'plain' },
      ...{ HOST: '127.0.0.1', PORT: '0', SSH_PORT: '0', GATEWAY_PORT: '0' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  try {
    await new Promise<void>((started, failed) => {
      child.stdout.on('data', (chunk) => String(chunk).includes('已启动') && started())
      child.on('close', () => failed(new Error('the server ended by itself')))
    })
    await sleep(lifeMs)
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Dumps a database as statements that both databases take, without settings of the session that restores them. */
function dump(databaseUrl: string): string {
  const program = join(findPostgres() ?? '', 'pg_dump')
  const options = ['--inserts', '--rows-per-insert=200', '--no-owner', '--no-privileges', '--no-comments', databaseUrl]
  const text = execFileSync(program, options, { encoding: 'utf8', maxBuffer: 1 << 28 })
  const statements = text
    .replace(/^(SET |SELECT pg_catalog\.set_config\(|\\(un)?restrict |--).*\n/gm, '')
    .replace(/\n{2,}/g, '\n')
  return `set check_function_bodies = false;\n${statements}reset check_function_bodies;\n`
}

async function main(): Promise<string> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const file = `tests/fixtures/releases/${version}.sql.gz`
  if (existsSync(file)) throw new Error(`${file} is there already: a release is frozen once`)
  const postgres = await startPostgres()
  try {
    await live(postgres.url)
    const packed = gzipSync(dump(postgres.url), { level: 9 })
    if (packed.length > maxBytes) throw new Error(`${file} would have ${packed.length} bytes, more than ${maxBytes}`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, packed)
    return `${file}: ${packed.length} bytes`
  } finally {
    await postgres.stop()
  }
}

process.stdout.write(`${await main()}\n`)
