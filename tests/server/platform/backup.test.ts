import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { wallet } from '#contract/wallet.ts'
import { readArchive, writeArchive } from '#server/backup/archive.ts'
import type { BackupManifest } from '#server/backup/manifest.ts'
import { PlatformProcess } from '#tests/compute/server.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { findServerProgram } from '#tests/support/server-program.ts'
import { finishUpload, openUpload, sendBytes, uploadWhole } from '#tests/support/upload-whole.ts'
import { findPostgres, startPostgres } from '../../../scripts/throwaway-postgres.ts'

const run = promisify(execFile)
const renter = '13800000001'
const settings = { COMPUTE: 'simulator', DEMO: 'plain', SECRET_KEY: '' }
const script = (name: Parameters<typeof findServerProgram>[0], dataDir: string, ...args: string[]) =>
  scriptWith({}, name, dataDir, ...args)
const scriptWith = async (
  settings: NodeJS.ProcessEnv,
  name: Parameters<typeof findServerProgram>[0],
  dataDir: string,
  ...args: string[]
) => {
  const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: '', SECRET_KEY: '', DATA_DIR: dataDir, ...settings }
  return run(process.execPath, [...findServerProgram(name), ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code: code as number, said: `${stdout}${stderr}` }),
  )
}
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('decision 104 A backup of the embedded installation', () => {
  let folder: string
  let server: PlatformProcess
  const data = () => join(folder, 'data')
  beforeAll(async () => {
    folder = createTemporaryFolder()
    server = new PlatformProcess(data(), '', '', settings)
    await server.start()
  })
  afterAll(async () => {
    await server.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('made under writes, gives all of it back after the folder is gone: books, uploads, signed-in people, instances', async () => {
    const instanceId = await server.rent(renter)
    const large = randomBytes(3_000_000)
    const half = await openUpload(server, renter, '上传到一半.bin', large.length)
    await sendBytes(server, renter, half, 0, large.subarray(0, 1_000_000))
    const whole = new Map<string, Buffer>()
    const over = new AbortController()
    const writing = (async () => {
      for (let nth = 1; !over.signal.aborted; nth += 1) {
        const bytes = randomBytes(10_000)
        await uploadWhole(server, renter, `第${nth}份.bin`, bytes)
        whole.set(`第${nth}份.bin`, bytes)
      }
    })()
    await vi.waitFor(() => expect(whole.size).toBeGreaterThan(2), { timeout: 60_000 })
    const before = new Map(whole)
    const copies = join(folder, 'copies')
    mkdirSync(copies)
    const made = await script('backup', data(), copies)
    over.abort()
    await writing
    expect(made).toEqual({ code: 0, said: expect.stringContaining('平台在运行') })
    expect(made.said).toContain('备份里有密钥')
    expect(readdirSync(data())).not.toContain('backup')
    const [name] = readdirSync(copies)
    const file = join(copies, name!)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const seen = (await server.call(renter, wallet.get)).data

    await server.stop('SIGKILL')
    rmSync(data(), { recursive: true })
    expect(await script('restore', data(), '--check', file)).toMatchObject({ code: 0 })
    expect(existsSync(data())).toBe(false)
    expect(await script('restore', data(), file)).toMatchObject({ code: 0 })
    expect(await script('audit-books', data())).toEqual({ code: 0, said: expect.stringContaining('0 条不成立') })

    await server.start()
    // Signed in before the backup: the token still holds, because the secrets came back with it.
    expect((await server.call(renter, wallet.get)).data.cash).toBe(seen.cash)
    expect((await server.show(renter, instanceId)).status).toBe(instanceStatusCodes.running)
    await sendBytes(server, renter, half, 1_000_000, large.subarray(1_000_000))
    await finishUpload(server, renter, half, large)
    const stored = join(data(), 'volumes', 'files')
    const files = readdirSync(stored, { recursive: true, encoding: 'utf8' })
    for (const [wanted, bytes] of [...before, ['上传到一半.bin', large] as const]) {
      const path = files.find((path) => path.endsWith(`/${wanted}`))
      expect(path && sumOf(readFileSync(join(stored, path)))).toBe(sumOf(bytes))
    }
    await server.call(renter, instances.shutdown, { params: { id: instanceId } })
    await vi.waitFor(async () => expect((await server.show(renter, instanceId)).status).toBe(instanceStatusCodes.shut_down), {
      timeout: 60_000,
    })

    // A running platform's folder is refused, and what is there stays.
    expect(await script('restore', data(), '--replace', file)).toEqual({ code: 1, said: expect.stringContaining('正被进程') })
    await server.stop()
    expect(await script('restore', data(), file)).toEqual({ code: 1, said: expect.stringContaining('不是空的') })
    expect(await script('audit-books', data())).toEqual({ code: 0, said: expect.stringContaining('0 条不成立') })
    const stopped = await script('backup', data(), join(folder, 'stopped.tar.gz'))
    expect(stopped).toEqual({ code: 0, said: expect.stringContaining('平台没有运行') })
    expect(await script('restore', data(), '--replace', file)).toMatchObject({ code: 0 })
    const [aside] = readdirSync(data()).filter((name) => name.startsWith('before-restore-'))
    expect(existsSync(join(data(), aside!, 'database', 'pgdata', 'PG_VERSION'))).toBe(true)
  })

  it.runIf(process.env.LONG === '1')(
    'kept as rows, fits a program of another major version, which else refuses and says how',
    async () => {
      await server.start()
      const instanceId = await server.rent(renter)
      const file = join(folder, 'rows.tar.gz')
      expect(await script('backup', data(), '--rows', file)).toEqual({ code: 0, said: expect.stringContaining('逐行保存') })
      const seen = (await server.call(renter, wallet.get)).data
      await server.stop('SIGKILL')

      // What a program with a later database would find, and what it says.
      writeFileSync(join(data(), 'database', 'pgdata', 'PG_VERSION'), '17\n')
      const refused = await script('audit-books', data())
      expect(refused).toEqual({
        code: 1,
        said: expect.stringMatching(/属于 PostgreSQL 17.*backup -- --rows.*restore -- --replace/),
      })

      expect(await script('restore', data(), '--replace', file)).toMatchObject({ code: 0 })
      expect(await script('audit-books', data())).toEqual({ code: 0, said: expect.stringContaining('0 条不成立') })
      await server.start()
      expect((await server.call(renter, wallet.get)).data.cash).toBe(seen.cash)
      expect((await server.show(renter, instanceId)).status).toBe(instanceStatusCodes.running)
      await server.stop()
    },
  )

  it.runIf(process.env.LONG === '1' && findPostgres())(
    'moves to PostgreSQL with every row, and not into a database that is in use',
    async () => {
      const postgres = await startPostgres()
      onTestFinished(() => postgres.stop())
      const there = { DATABASE_URL: postgres.url }
      const moved = await scriptWith(there, 'move-to-postgres', data())
      expect(moved).toEqual({ code: 0, said: expect.stringContaining('逐表核对相同') })
      expect(await scriptWith(there, 'move-to-postgres', data())).toEqual({
        code: 1,
        said: expect.stringContaining('已经有一个平台'),
      })

      const grown = new PlatformProcess(data(), '', '', { ...settings, ...there })
      onTestFinished(() => grown.stop('SIGKILL'))
      await grown.start()
      // The secrets are those of the folder, and sequences go on where they were.
      const instanceId = await grown.rent(renter)
      expect((await grown.show(renter, instanceId)).status).toBe(instanceStatusCodes.running)
      await grown.stop()
      expect(await scriptWith(there, 'audit-books', data())).toEqual({ code: 0, said: expect.stringContaining('0 条不成立') })
      expect(await script('audit-books', data())).toEqual({ code: 0, said: expect.stringContaining('0 条不成立') })
    },
  )
})

describe('decision 104 A backup that is not as it was written', () => {
  const clock = new HeldClock()
  const manifest: BackupManifest = {
    format: 1,
    version: '0.1.0',
    schema: '0001_accounts',
    installation_id: 'zs-1',
    made_at: clock.now().toISOString(),
    live: false,
    secrets: 'included',
    key_ids: [],
    database: 'files',
    files: 'included',
  }
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = createTemporaryFolder()
    file = join(folder, 'one.tar.gz')
    mkdirSync(join(folder, 'data', 'database', 'pgdata'), { recursive: true })
    writeFileSync(join(folder, 'data', 'database', 'pgdata', 'PG_VERSION'), randomBytes(300_000))
    writeFileSync(join(folder, 'data', 'secret.key'), 'secret')
    await writeArchive(file, join(folder, 'data'), manifest)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const restored = () => join(folder, 'restored')

  it('is refused with the name of the file that is damaged, and leaves the folder empty', async () => {
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(150_000) ^ 0xff, 150_000)
    writeFileSync(file, bytes)
    const { code, said } = await script('restore', restored(), file)
    expect([code, said]).toEqual([1, expect.stringContaining('PG_VERSION')])
    expect(said).toContain('没有恢复')
    expect(readdirSync(restored()).filter((name) => name !== 'database')).toEqual([])
  })

  it('is refused when its end is missing', async () => {
    truncateSync(file, 200_000)
    await expect(readArchive(file, undefined, () => {})).rejects.toThrow(/不完整或已损坏.*PG_VERSION/)
  })

  it('is refused when its database is newer than the program', async () => {
    rmSync(file)
    await writeArchive(file, join(folder, 'data'), { ...manifest, schema: '9999_later', version: '9.9.9' })
    const { code, said } = await script('restore', restored(), file)
    expect([code, said]).toEqual([1, expect.stringContaining('9999_later')])
    expect(existsSync(join(restored(), 'secret.key'))).toBe(false)
  })

  it('is no backup when it is something else', async () => {
    writeFileSync(file, 'hello')
    await expect(readArchive(file, undefined, () => {})).rejects.toThrow('不完整或已损坏')
  })
})
