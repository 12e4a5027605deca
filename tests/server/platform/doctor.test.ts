import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readServerConfig } from '#server/config/config.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { selfSignedCertificate } from '#tests/support/self-signed.ts'
import { checkBooks, checkClock, checkDatabaseSettings, checkHosts, checkMigrations } from '../../../scripts/doctor/database.ts'
import { checkGatewayDomain, checkPublicOrigin, checkService, judgeCertificate } from '../../../scripts/doctor/reach.ts'
import { checkDisks, checkEngine, checkKeys, checkServices } from '../../../scripts/doctor/services.ts'

let platform: TestPlatform
const dir = mkdtempSync(join(tmpdir(), 'zhisuan-doctor-'))
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(async () => {
  await platform.close()
  rmSync(dir, { recursive: true })
})

const listen = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}
const states = (findings: readonly { state: string }[]) => findings.map(({ state }) => state)

describe('decision 107 The doctor of the database', () => {
  it('finds no fault with a database as it should be', async () => {
    const { database } = platform.deps
    const settings = await checkDatabaseSettings(database)
    // The server of the tests may be one that forgets, which is the one fault it is to find then.
    for (const { state, what } of settings)
      expect([state, what]).toEqual(state === 'ok' ? ['ok', what] : ['fail', expect.stringContaining('fsync')])
    const { finding, is_current: isCurrent } = await checkMigrations(database)
    expect([finding.state, isCurrent]).toEqual(['ok', true])
    expect([...states(await checkBooks(database)), ...states(await checkHosts(database))]).toEqual(['ok', 'ok'])
    expect((await checkClock(database)).state).toBe('ok')
  })

  it('finds a clock that is off', async () => {
    const off = (ms: number) => checkClock(platform.deps.database, () => new Date(Date.now() + ms))
    expect(states([await off(2_500), await off(-60_000)])).toEqual(['warn', 'fail'])
    expect((await off(-60_000)).what).toMatch(/^与数据库相差 (59|60|61)\.\d 秒$/)
  })

  it('finds migrations that are missing, and those of a newer program', async () => {
    const { database } = platform.deps
    const rename = (from: string, to: string) =>
      sql`update kysely_migration set name = ${to} where name = ${from}`.execute(database.kysely)
    const [last] = (await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(database.kysely)).rows
    await rename(last!.name, '9999_future')
    expect((await checkMigrations(database)).finding).toMatchObject({
      state: 'fail',
      what: expect.stringContaining('9999_future'),
    })
    await sql`delete from kysely_migration where name = '9999_future'`.execute(database.kysely)
    const { finding, is_current: isCurrent } = await checkMigrations(database)
    expect([finding.state, finding.what, isCurrent]).toEqual(['warn', `有 1 个迁移没有执行，从 ${last!.name} 起`, false])
    await sql`insert into kysely_migration (name, timestamp) values (${last!.name}, '')`.execute(database.kysely)
  })

  it('finds books that do not add up', async () => {
    const { user } = await platform.signUp({ balance: '10.00' })
    const change = (fen: number) =>
      platform.deps.database.transaction(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql`update accounts set balance_fen = balance_fen + ${fen} where user_id = ${user.id} and kind = 'cash'`.execute(
          trx,
        )
      })
    await change(1)
    expect(states(await checkBooks(platform.deps.database))).toContain('fail')
    await change(-1)
  })

  it('finds another secret than the one that sealed what is stored, and stores nothing', async () => {
    const { database } = platform.deps
    const stored = async () => (await database.kysely.selectFrom('data_keys').selectAll().execute()).length
    const secret = (word: string) => readServerConfig({ DATA_DIR: dir, SECRET_KEY: Buffer.alloc(32, word).toString('base64') })
    expect((await checkKeys(secret('tests'), database)).state).toBe('ok')
    expect((await checkKeys(secret('other'), database)).state).toBe('fail')
    expect((await checkKeys(readServerConfig({ DATA_DIR: dir }), database)).state).toBe('warn')
    const empty = await createTestDatabase()
    expect((await checkKeys(secret('tests'), empty)).state).toBe('ok')
    expect([await stored(), await empty.kysely.selectFrom('data_keys').selectAll().execute()]).toEqual([4, []])
    await empty.close()
  })
})

describe('decision 107 The doctor of what is around', () => {
  it('finds a data folder that is not there, an engine that does not answer, and hosts without isolation checks', async () => {
    expect(states(await checkDisks(readServerConfig({ DATA_DIR: dir })))).toEqual(['ok'])
    expect(states(await checkDisks(readServerConfig({ DATA_DIR: join(dir, 'nowhere') })))).toEqual(['fail'])
    const engine = { COMPUTE: 'docker', DOCKER_SOCKET: join(dir, 'no.sock'), HOST_CHECK: 'skipped' }
    expect(states(await checkEngine(readServerConfig(engine)))).toEqual(['fail', 'fail'])
  })

  it('finds services that cannot be reached or are not to be trusted, and sends them nothing', async () => {
    let heard = 0
    const plain = createServer((socket) => socket.on('data', () => (heard += 1)).on('error', () => undefined))
    const tls = createTlsServer(selfSignedCertificate, (socket) => socket.on('data', () => (heard += 1)))
    const [plainPort, tlsPort] = [await listen(plain), await listen(tls)]
    const env = { DATA_DIR: dir, SMTP_URL: `smtp://127.0.0.1:${plainPort}`, MAIL_FROM: 'a@example.cn' }
    expect(states(await checkServices(readServerConfig(env)))).toEqual(['ok'])
    const collector = { DATA_DIR: dir, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${plainPort}` }
    expect(await checkServices(readServerConfig(collector))).toMatchObject([{ state: 'ok', about: '链路追踪' }])
    expect(await checkService('短信', `https://127.0.0.1:${tlsPort}`)).toMatchObject({
      state: 'fail',
      what: expect.stringContaining('证书不可信'),
    })
    await Promise.all([plain, tls].map((server) => new Promise((resolve) => server.close(resolve))))
    expect(await checkService('短信', `https://127.0.0.1:${plainPort}`)).toMatchObject({
      state: 'fail',
      what: expect.stringContaining('连不上'),
    })
    expect(heard).toBe(0)
  })

  it('finds names that lead nowhere and certificates that end, are of another name, or are trusted by nobody', async () => {
    const now = platform.clock.now()
    expect((await checkGatewayDomain({ domain: 'nowhere.invalid', https: true, port: 1 }, now)).what).toContain('解析不到')
    const tls = createTlsServer(selfSignedCertificate)
    const port = await listen(tls)
    expect(await checkPublicOrigin(`https://localhost:${port}`, new Date())).toMatchObject({
      state: 'fail',
      what: '证书不是 localhost 的：DNS:hook.test, DNS:rebind.test',
    })
    await new Promise((resolve) => tls.close(resolve))
    const judge = (name: string, validTo: string, distrust?: string) => {
      const certificate = { subject: { CN: name }, subjectaltname: 'DNS:*.links.example.cn', valid_to: validTo } as never
      return judgeCertificate('端口链接', name, { certificate, ...(distrust && { distrust }) }, new Date('2026-06-01T00:00:00Z'))
        .state
    }
    expect(judge('a.links.example.cn', 'Dec 31 00:00:00 2026 GMT')).toBe('ok')
    expect(judge('a.b.links.example.cn', 'Dec 31 00:00:00 2026 GMT')).toBe('fail')
    expect(judge('a.links.example.cn', 'Dec 31 00:00:00 2026 GMT', 'SELF_SIGNED_CERT_IN_CHAIN')).toBe('fail')
    expect(judge('a.links.example.cn', 'Jun 12 00:00:00 2026 GMT')).toBe('warn')
    expect(judge('a.links.example.cn', 'Jun 02 00:00:00 2026 GMT')).toBe('fail')
    expect(judge('a.links.example.cn', 'May 01 00:00:00 2026 GMT')).toBe('fail')
  })

  it('says each fault of the settings with what to do, and ends with 1', () => {
    const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/doctor.ts'], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dir },
      encoding: 'utf8',
    })
    expect(stdout).toMatch(/^不行 {2}配置：.*PUBLIC_ORIGIN.*\n {6}怎么办：/m)
    expect([status, /\n0 项正常，0 项要注意，\d+ 项不行\n$/.test(stdout)]).toEqual([1, true])
  })
})
