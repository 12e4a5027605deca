import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { instances } from '#contract/instances.ts'
import { monitor } from '#contract/monitor.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAdjustments } from '#contract/operator/adjustments.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorCreatorStatements } from '#contract/operator/creator-statements.ts'
import { operatorCreators } from '#contract/operator/creators.ts'
import { operatorDatasets } from '#contract/operator/datasets.ts'
import { operatorImageReviews } from '#contract/operator/image-reviews.ts'
import { operatorInvoices } from '#contract/operator/invoices.ts'
import { operatorOriginals } from '#contract/operator/originals.ts'
import { operatorRealNames } from '#contract/operator/real-names.ts'
import { operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { wallet } from '#contract/wallet.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { readServerConfig } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { demoAccounts } from '#server/demo/accounts.ts'
import { demoFleet } from '#server/demo/fleet.ts'
import { loadSnapshot } from '#server/demo/living/load-snapshot.ts'
import { findSnapshot } from '#server/demo/living/snapshot.ts'
import { payCreators } from '#server/domains/money/creator-income/pay-creators.service.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { parseSecretRing } from '#server/keys.ts'
import { auditBooks } from '#server/ledger/audit.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { createTestWorker } from '#tests/support/worker.ts'

const timeout = 900_000
const home = mkdtempSync(join(tmpdir(), 'zhisuan-living-'))
const made = join(home, 'made')
const run = promisify(execFile)
const makeSnapshot = (dir: string) => run(process.execPath, ['--import', 'tsx', 'scripts/build-demo.ts', '--into', dir])

/** Years after the story, and almost a day after its hour of the day: the longest gap there is. */
const now = new Date('2031-05-17T01:21:40.000Z')
const dayMs = 86_400_000
let platform: TestPlatform
let token: string
let operator: string

const openSnapshot = async (dir: string): Promise<Database> =>
  openDatabase({ memory: true, template: new Blob([gunzipSync(readFileSync(findSnapshot(dir)!.database))]) })

/** What lies ahead by its nature. */
const ahead = /expires_at|expire_at|valid_until|ends_at|due_at|next_|stop_at|invited_until|until$|lease/

beforeAll(async () => {
  await makeSnapshot(made)
  const clock = new HeldClock(now)
  const ring = parseSecretRing(Buffer.alloc(32, 'home').toString('base64'))
  const database = await openSnapshot(made)
  await migrateDatabase(database)
  await loadSnapshot({ database, clock, data_dir: home, ring }, findSnapshot(made)!)
  const keys = await loadInstallationKeys(database, ring)
  const config = readServerConfig({ NODE_ENV: 'test', DATA_DIR: home, USER_RPS: '0', NETWORK_RPS: '0' })
  const { id } = await database.kysely.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  const compute = createSimulator({ clock, dir: join(home, 'simulator'), hosts: demoFleet })
  platform = await createTestPlatform({ clock, database, keys, config, compute, installation_id: id })
  const signIn = async (phone: string) =>
    (await platform.call(auth.login, { body: { phone, password: 'Zhisuan-2026' } })).data.access
  token = await signIn('13800000001')
  operator = await signIn('13800000003')
}, timeout)

afterAll(async () => {
  await platform?.close()
  rmSync(home, { recursive: true, force: true })
})

describe('decision 077 The living demo, loaded years later', () => {
  it('has books that balance', async () => expect(await auditBooks(platform.deps.database.kysely)).toEqual([]))

  it('ends within the last day, and nothing of it lies in the future', async () => {
    const { kysely } = platform.deps.database
    const tables = await kysely.introspection.getTables()
    const newest: Date[] = []
    for (const { name, columns } of tables) {
      for (const column of columns.filter(({ dataType }) => dataType === 'timestamptz')) {
        if (ahead.test(column.name)) continue
        const { rows } = await sql<{
          at: Date | null
        }>`select max(${sql.ref(column.name)}) as at from ${sql.table(name)}`.execute(kysely)
        const at = rows[0]?.at
        if (!at) continue
        expect(at <= now, `${name}.${column.name} ${at.toISOString()}`).toBe(true)
        newest.push(at)
      }
    }
    expect(newest.length).toBeGreaterThan(100)
    const events = await kysely
      .selectFrom('instance_events')
      .select((eb) => eb.fn.max('at').as('at'))
      .executeTakeFirstOrThrow()
    expect(now.getTime() - events.at!.getTime()).toBeLessThan(dayMs + 3_600_000)
  })

  it('speaks of no date of the story', async () => {
    const { kysely } = platform.deps.database
    for (const { name } of await kysely.introspection.getTables()) {
      if (name.startsWith('kysely')) continue
      const { rows } = await sql<{ line: string }>`select to_jsonb(t)::text as line from ${sql.table(name)} t
        where to_jsonb(t)::text ~ '(^|[^0-9-])2026-0[1-3]-[0-3][0-9]'`.execute(kysely)
      expect(rows, name).toEqual([])
    }
  })

  it('lands the demo person on a lively overview', async () => {
    const { counts, events } = (await platform.call(wallet.overview, {}, { token })).data
    expect(counts.running).toBeGreaterThanOrEqual(2)
    expect(counts).toMatchObject({ shut_down: 1, abnormal: 1 })
    expect(events.length).toBeGreaterThanOrEqual(8)
    const items = (await platform.call(instances.list, {}, { token })).data
    const soon = items.filter(
      ({ expire_at: at }) => at && Date.parse(at) > now.getTime() && Date.parse(at) < now.getTime() + 2 * dayMs,
    )
    expect(soon.length).toBeGreaterThanOrEqual(1)
    expect(items.some(({ status, release_at: at }) => status === 7 && at !== null)).toBe(true)
  })

  it('has spending of the demo person over the month', async () => {
    const { kysely } = platform.deps.database
    const { rows } = await sql<{ days: number }>`
      select count(distinct (t.at at time zone 'Asia/Shanghai')::date)::int as days from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id join accounts a on a.id = e.account_id
      join users u on u.id = a.user_id where u.phone = '13800000001' and t.kind in ('usage', 'order') and e.amount_fen < 0`.execute(
      kysely,
    )
    expect(rows[0]!.days).toBeGreaterThanOrEqual(12)
  })

  it.each(['1h', '6h', '24h', '7d'] as const)('fills the chart of %s of a running instance', async (range) => {
    const [instance] = (
      await platform.call(instances.list, { query: { running: 'true', order: 'asc', sort: 'created_at' } }, { token })
    ).data
    const {
      series,
      from,
      step_seconds: step,
    } = (await platform.call(monitor.read, { params: { id: instance!.id }, query: { range } }, { token })).data
    const line = series.find(({ metric }) => metric === 'gpu_use')!
    const begun = Math.max(Date.parse(from), Date.parse(instance!.started_at!))
    const expected = (now.getTime() - begun) / 1000 / step
    expect(line.points.avg.filter((mean) => mean !== null).length).toBeGreaterThan(0.9 * expected - 2)
  })

  it('has hosts that are partly busy, and one product sold out with a queue', async () => {
    const { kysely } = platform.deps.database
    const hosts = await kysely
      .selectFrom('gpus')
      .select(['host_id', (eb) => eb.fn.count<bigint>('instance_id').as('used'), (eb) => eb.fn.countAll<bigint>().as('all')])
      .groupBy('host_id')
      .execute()
    expect(hosts.filter(({ used, all }) => used > 0n && used < all).length).toBeGreaterThanOrEqual(5)
    const queued = await kysely
      .selectFrom('queue_entries as e')
      .innerJoin('products as p', 'p.id', 'e.product_id')
      .select(['p.gpu_model'])
      .where('e.state', '=', 'waiting')
      .execute()
    expect(queued).toEqual([{ gpu_model: 'L40S' }, { gpu_model: 'L40S' }, { gpu_model: 'L40S' }])
    const l40s = hosts.find(({ host_id: id }) => id.includes('l40s'))!
    expect(l40s.used).toBe(l40s.all)
  })

  it('leaves work for operators', async () => {
    const total = async (reply: Promise<{ total: number | undefined }>) => (await reply).total
    const as = { token: operator }
    expect(await total(platform.call(operatorRealNames.list, { query: { status: 'pending' } }, as))).toBe(2)
    expect(await total(platform.call(operatorWithdrawals.list, { query: { status: 'pending' } }, as))).toBe(2)
    expect(await total(platform.call(operatorBankTransfers.list, { query: { status: 'pending' } }, as))).toBe(1)
    expect(await total(platform.call(operatorInvoices.list, { query: { state: 'pending' } }, as))).toBe(2)
    expect(await total(platform.call(operatorImageReviews.list, { query: { state: 'pending' } }, as))).toBe(1)
    expect(await total(platform.call(operatorDatasets.list, { query: { state: 'pending' } }, as))).toBe(1)
    expect(await total(platform.call(operatorChanges.list, { query: { status: 'pending' } }, as))).toBe(1)
    expect(await total(platform.call(operatorOriginals.list, { query: { state: 'pending' } }, as))).toBe(1)
    expect(await total(platform.call(operatorCreators.list, { query: { state: 'pending' } }, as))).toBe(1)
  })

  it('has balances that were adjusted, and income of a month that has ended since', async () => {
    const as = { token: operator }
    const adjusted = await platform.call(operatorAdjustments.list, {}, as)
    expect(adjusted.data.map(({ approved_by: by }) => by).sort()).toEqual([null, null, null, '复核'])
    await payCreators(platform.deps)
    const statements = await platform.call(operatorCreatorStatements.list, {}, as)
    expect(statements.data).toEqual([expect.objectContaining({ amount: expect.not.stringMatching(/^0\.00$/) })])
  })

  it('gives everybody who rents by the hour money for the next day', async () => {
    const { rows } = await sql<{ nickname: string; hours: number }>`
      select u.nickname, ((select sum(a.balance_fen) from accounts a where a.user_id = u.id and a.kind = 'cash')
        / (sum(s.price_micro) / 10000))::float as hours
      from segments s join users u on u.id = s.user_id where s.ended_at is null group by u.id, u.nickname`.execute(
      platform.deps.database.kysely,
    )
    expect(rows.length).toBeGreaterThanOrEqual(5)
    expect(rows.filter(({ hours }) => hours < 24)).toEqual([])
  })

  it('has shown the demo accounts what is older than two days', async () => {
    const unread = await Promise.all(
      demoAccounts.map(async ({ phone }) => {
        const { data } = await platform.call(auth.login, { body: { phone, password: 'Zhisuan-2026' } })
        const { data: told } = await platform.call(notifications.list, { query: { read: 'false' } }, { token: data.access })
        return { phone, told }
      }),
    )
    for (const { phone, told } of unread) {
      expect(told.length, phone).toBeLessThanOrEqual(6)
      expect(told.filter(({ created_at: at }) => now.getTime() - Date.parse(at) > 2 * dayMs)).toEqual([])
    }
    expect(unread[0]!.told.length).toBeGreaterThan(0)
  })

  it('has billed every second in which something ran by the hour, and goes on', async () => {
    const { kysely } = platform.deps.database
    const open = () =>
      kysely.selectFrom('segments').select(['id', 'seen_s', 'seen_at']).where('ended_at', 'is', null).orderBy('id').execute()
    const before = await open()
    expect(before.length).toBeGreaterThanOrEqual(5)
    const unbilled = await sql<{ id: bigint }>`
      select id from segments where ended_at is null
        and (seen_s < extract(epoch from ${now}::timestamptz - started_at) - 2 or seen_s - billed_s > 3600)`.execute(kysely)
    expect(unbilled.rows).toEqual([])
    await createTestWorker(platform).tick(600_000)
    const after = await open()
    expect(after.map(({ id, seen_s: seen }) => [id, seen])).toEqual(before.map(({ id, seen_s: seen }) => [id, seen + 600n]))
    expect(await auditBooks(kysely)).toEqual([])
  })
})

describe('decision 077 The same code makes the same story', () => {
  /** A native library draws the salt of a password. */
  const salted = /"password_hash": "[^"]*"/g
  async function dump(dir: string): Promise<string[]> {
    const database = await openSnapshot(dir)
    const lines: string[] = []
    for (const { name } of await database.kysely.introspection.getTables()) {
      if (name.startsWith('kysely')) continue
      const { rows } = await sql<{ line: string }>`select to_jsonb(t)::text as line from ${sql.table(name)} t`.execute(
        database.kysely,
      )
      lines.push(...rows.map(({ line }) => `${name} ${line.replace(salted, '')}`).sort())
    }
    await database.close()
    return lines
  }
  const isCurrent = (dir: string) =>
    existsSync(join(dir, 'inputs')) && readFileSync(join(dir, 'inputs'), 'utf8') === readFileSync(join(made, 'inputs'), 'utf8')

  it('row by row', { timeout }, async ({ skip }) => {
    const other = isCurrent('dist/demo') ? 'dist/demo' : join(home, 'again')
    if (other !== 'dist/demo' && process.env.LONG !== '1') skip('only one was made')
    if (other !== 'dist/demo') await makeSnapshot(other)
    const [one, two] = [await dump(made), await dump(other)]
    expect(one.length).toBeGreaterThan(20_000)
    expect(one.filter((line, i) => line !== two[i])).toEqual([])
  })
})
