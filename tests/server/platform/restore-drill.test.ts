import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { openDatabase } from '#server/db/database.ts'
import type { S3Settings } from '#server/ports/volumes.ts'
import { findFreePort, PlatformProcess } from '#tests/compute/server.ts'
import { ChildProgram } from '#tests/support/child.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'
import { findServerProgram } from '#tests/support/server-program.ts'
import { uploadWhole } from '#tests/support/upload-whole.ts'
import { findPostgres, startPostgres } from '../../../scripts/throwaway-postgres.ts'

const run = promisify(execFile)
const renter = '13800000001'
const patience = { timeout: 120_000, interval: 500 }
const binaries = findPostgres()
/** A minute and more, most of it waiting: decision 104. */
const canDrill = process.env.LONG === '1' && binaries !== undefined && existsSync('/usr/bin/rclone')
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A folder of which everybody may read the way to what is in it, as PostgreSQL's own user must. */
function createOpenFolder(): string {
  const folder = createTemporaryFolder()
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function startBucket() {
  const directory = createOpenFolder()
  const store = new ChildProgram<S3Settings>(new URL('../../support/object-store.child.ts', import.meta.url), [], {
    // The store makes the marks of long lists with a cipher that OpenSSL 3 does not offer by itself.
    NODE_OPTIONS: '--openssl-legacy-provider',
    OBJECT_STORE_PORT: String(await findFreePort()),
    S3_BUCKET: 'zhisuan',
    TMPDIR: directory,
  })
  const { endpoint } = (await store.next())!
  const settings = {
    STORAGE: 's3',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'zhisuan',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_FORCE_PATH_STYLE: '1',
  }
  /** The sums of all files that the bucket holds. */
  const listSums = () =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('._S3rver_object'))
      .map((name) => sumOf(readFileSync(join(directory, name))))
  return { settings, close: () => store.kill(), listSums }
}

it.runIf(existsSync('/usr/bin/shellcheck'))('decision 104 shellcheck finds nothing in the scripts', () => {
  const scripts = readdirSync('deploy/backup').map((name) => join('deploy/backup', name))
  expect(execFileSync('shellcheck', ['-x', ...scripts.filter((name) => name.endsWith('.sh'))], { encoding: 'utf8' })).toBe('')
})

describe.runIf(canDrill)('decision 104 PostgreSQL and a bucket, lost and restored to a moment', () => {
  it('books balance, instances go on, files are whole, and what came later is set apart', async () => {
    const folder = createOpenFolder()
    const copies = createOpenFolder()
    const secret = { SECRET_KEY: randomBytes(48).toString('base64') }
    const base = { COMPUTE: 'simulator', DEMO: 'plain', DATA_DIR: folder, ...secret }
    const scriptEnv = (url: string, bucket: NodeJS.ProcessEnv) => {
      const { hostname, port } = new URL(url)
      return {
        ...{ ...process.env, PATH: [binaries, process.env.PATH].join(delimiter), BACKUP_DIR: copies },
        ...{ PGHOST: hostname, PGPORT: port, PGUSER: 'postgres', ...bucket, RCLONE_CONFIG: join(copies, 'none') },
      }
    }
    const sh = (env: NodeJS.ProcessEnv, name: string, ...args: string[]) =>
      run('sh', [`deploy/backup/${name}.sh`, ...args], { env })

    const postgres = await startPostgres()
    let lost: Promise<void> | undefined
    const lose = () => (lost ??= postgres.stop())
    onTestFinished(lose)
    const bucket = await startBucket()
    const env = scriptEnv(postgres.url, bucket.settings)
    const receiving = spawn('sh', ['deploy/backup/wal.sh'], { env, stdio: 'ignore' })
    const received = once(receiving, 'exit')
    onTestFinished(async () => {
      receiving.kill('SIGKILL')
      await received
    })
    const platform = new PlatformProcess(folder, '', '', { ...base, ...bucket.settings, DATABASE_URL: postgres.url })
    onTestFinished(() => platform.stop('SIGKILL'))
    await platform.start()
    const [early, late, lostFile] = [randomBytes(50_000), randomBytes(60_000), randomBytes(40_000)]
    await uploadWhole(platform, renter, '早.bin', early)
    await sh(env, 'base')
    // After the base: only the log has these.
    const kept = await platform.rent(renter)
    await uploadWhole(platform, renter, '晚.bin', late)
    expect(bucket.listSums()).toEqual(expect.arrayContaining([sumOf(early), sumOf(late)]))
    await sh(env, 'files')
    const moment = readFileSync(join(copies, 'files.copied'), 'utf8').trim()
    // After the moment, and so not in what is restored.
    await uploadWhole(platform, renter, '太晚.bin', lostFile)
    const orphan = await platform.rent(renter)
    // What was written is in the copy seconds later, without anybody's doing.
    const source = await openDatabase({ url: postgres.url })
    const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(source.kysely)
    await vi.waitFor(async () => {
      const { rows: reached } = await sql<{ yes: boolean }>`
        select coalesce(bool_or(flush_lsn >= ${rows[0]!.at}::pg_lsn), false) as yes from pg_stat_replication`.execute(
        source.kysely,
      )
      expect(reached[0]!.yes).toBe(true)
    }, patience)
    await source.close()
    await platform.stop('SIGKILL')
    receiving.kill('SIGTERM')
    await received
    await Promise.all([lose(), bucket.close()])

    const fresh = await startBucket()
    const restoring = scriptEnv(postgres.url, fresh.settings)
    await sh(restoring, 'restore', 'files')
    const again = await startPostgres([], (data) =>
      execFileSync('sh', ['deploy/backup/restore.sh', 'database', data], { env: restoring }),
    )
    onTestFinished(() => again.stop())
    const there = await openDatabase({ url: again.url })
    await vi.waitFor(async () => {
      const { rows } = await sql<{ on: boolean }>`select pg_is_in_recovery() as on`.execute(there.kysely)
      expect(rows[0]!.on).toBe(false)
    }, patience)
    await there.close()
    const settings = { ...base, ...fresh.settings, DATABASE_URL: again.url }
    const audited = await run(process.execPath, findServerProgram('audit-books'), {
      env: { ...process.env, NODE_ENV: 'test', ...settings },
    })
    expect(audited.stdout).toContain('0 条不成立')
    expect(fresh.listSums()).toEqual(expect.arrayContaining([sumOf(early), sumOf(late)]))
    expect(fresh.listSums()).not.toContain(sumOf(lostFile))
    await expect(sh(restoring, 'restore', 'files')).rejects.toThrow('不是空的')
    await expect(sh(restoring, 'restore', 'database', join(copies, 'x'), '2001-01-01T00:00:00Z')).rejects.toThrow('没有早于')

    const restored = new PlatformProcess(folder, '', '', settings)
    onTestFinished(() => restored.stop('SIGKILL'))
    await restored.start()
    expect(moment).toMatch(/Z$/)
    await vi.waitFor(async () => expect((await restored.show(renter, kept)).status).toBe(instanceStatusCodes.running), patience)
    expect((await restored.call(renter, instances.get, { params: { id: orphan } })).status).toBe(404)
    await vi.waitFor(async () => expect(await restored.figure('zhisuan_quarantined_objects')).toBe(1), patience)
  })
})
