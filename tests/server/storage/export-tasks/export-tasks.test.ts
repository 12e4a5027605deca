import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { exportTasks, operatorExportTasks } from '#contract/export-tasks.ts'
import { ledgerEntries } from '#contract/ledger-entries.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorEntries } from '#contract/operator/money.ts'
import { cleanUpExports } from '#server/domains/storage/export-tasks/export-tasks.service.ts'
import { type ExportSources, runExportTasks } from '#server/domains/storage/export-tasks/run-exports.service.ts'
import type { CsvExport } from '#server/http/csv.ts'
import { exportSources } from '#server/jobs/export-sources.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform } from '#tests/support/platform.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { waitUntil } from '#tests/support/until.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
})
beforeEach(async () => {
  person = await rental.addPerson({ balance: '10.00' })
})
afterAll(() => rental.close())

const day = 86_400_000
const start = (of = person) => of.call(ledgerEntries.export_task, { body: {} })
const show = async (id: string, of = person) => (await of.call(exportTasks.get, { params: { id } })).data
const work = (sources = exportSources, signal?: AbortSignal) => runExportTasks(rental.deps, sources, signal)
const listFiles = () => rental.deps.volumes.list({ volume: 'exports', path: '' })

/** Downloads as the browser does: by the link alone. */
async function download(id: string, endpoints: typeof operatorExportTasks = exportTasks, of = person) {
  const { url } = (await of.call(endpoints.download_link, { params: { id } })).data
  const ticket = new URL(url, 'http://localhost').searchParams.get('ticket')!
  return rental.fetchFile(exportTasks.download, { query: { ticket } })
}

interface Gate {
  passed: Promise<void>
  open: () => void
}
function createGate(): Gate {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

/** Two rows, the second of which comes when the gate opens. */
function createHeldSource(): { sources: ExportSources; begun: Gate; gate: Gate } {
  const [begun, gate] = [createGate(), createGate()]
  async function* chunks() {
    begun.open()
    yield [['1']]
    await gate.passed
    yield [['2']]
  }
  const csv: CsvExport = { file_name: 'held.csv', titles: ['n'], count: async () => 2, chunks }
  return { sources: { ...exportSources, wallet_entry: () => csv }, begun, gate }
}

describe('product §5 Exports as tasks', () => {
  it('write what the direct answer sends, byte by byte, and say when they are done', async () => {
    await rental.deps.database.transaction((trx) =>
      recordPosting(trx, {
        idem: 'adjust:formula',
        kind: 'adjust',
        title: '=HYPERLINK("http://evil","x")',
        at: rental.clock.now(),
        movements: [{ from: 'adjustment', to: { user: person.id }, amount_fen: 5n }],
      }),
    )
    const { data: made } = await start()
    expect(made).toMatchObject({ kind: 'wallet_entry', state: 'waiting', percent: 0, rows_total: null })
    await work()
    expect(await show(made.id)).toMatchObject({ state: 'done', percent: 100, rows_done: 2, rows_total: 2 })
    const direct = await rental.fetchFile(ledgerEntries.export, {}, await person.token())
    const { bytes, file_name: fileName, type } = await download(made.id)
    expect([bytes.toString(), fileName, type]).toEqual([direct.bytes.toString(), direct.file_name, direct.type])
    expect(bytes.toString()).toContain(`,"'=HYPERLINK(""http://evil"",""x"")",0.05,`)
    expect((await person.call(notifications.list)).data[0]).toMatchObject({
      title: '导出已完成：收支明细',
      link: '/console/export',
    })
  })

  it('take the place of a direct answer above the configured number of rows', async () => {
    const few = { ...rental.deps.config, export_direct_rows: 1 }
    const platform = await createTestPlatform({ config: few })
    try {
      const owner = await addPerson(platform, { balance: '1.00' })
      expect((await platform.fetchFile(ledgerEntries.export, {}, await owner.token())).status).toBe(200)
      await platform.recharge(owner.id, '1.00')
      const { status, code, message } = await owner.call(ledgerEntries.export)
      expect([status, code, message]).toEqual([422, resultCodes.export_too_large.code, expect.stringContaining('创建导出任务')])
    } finally {
      await platform.close()
    }
  })

  it('tell how far they are, and stop when they are cancelled', async () => {
    const { id } = (await start()).data
    const { sources, begun, gate } = createHeldSource()
    const working = work(sources)
    await begun.passed
    await waitUntil(async () => {
      await rental.clock.advance(1_000)
      expect(await show(id)).toMatchObject({ state: 'running', percent: 50, rows_done: 1, rows_total: 2 })
    })
    expect((await person.call(exportTasks.cancel, { params: { id } })).data.state).toBe('cancelled')
    await rental.clock.advance(1_000)
    gate.open()
    await working
    expect(await show(id)).toMatchObject({ state: 'cancelled', size_bytes: null, expires_at: null })
    expect((await person.call(exportTasks.cancel, { params: { id } })).code).toBe(resultCodes.export_ended.code)
    expect((await person.call(exportTasks.download_link, { params: { id } })).code).toBe(resultCodes.export_not_done.code)
    await cleanUpExports(rental.deps)
    expect((await listFiles()).map(({ path }) => path)).not.toContain(id)
  })

  it('are two at once for one person; a cancelled one makes room', async () => {
    const first = (await start()).data
    await start()
    const { code, message } = await start()
    expect([code, message]).toEqual([resultCodes.export_task_limit.code, resultCodes.export_task_limit.message])
    await person.call(exportTasks.cancel, { params: { id: first.id } })
    expect((await start()).status).toBe(200)
    await work()
  })

  it('keep a limited number of files, and are created a limited number of times a day', async () => {
    const at = rental.clock.now()
    const rows = (count: number, ended: object) =>
      Array.from({ length: count }, () => ({
        id: newId('export'),
        user_id: person.id,
        kind: 'consumption',
        filters: '{}',
        created_at: at,
        ended_at: at,
        ...ended,
      }))
    const insert = (added: ReturnType<typeof rows>) =>
      rental.deps.database.kysely
        .insertInto('export_tasks')
        .values(added as never)
        .execute()
    const file = { state: 'done', file_name: 'x', size_bytes: 1n, expires_at: new Date(at.getTime() + day) }
    await insert(rows(limits.exportFilesMax, file))
    expect((await start()).code).toBe(resultCodes.export_file_limit.code)
    await rental.deps.database.kysely
      .updateTable('export_tasks')
      .set({ expires_at: at })
      .where('user_id', '=', person.id)
      .execute()
    await insert(rows(limits.exportTasksDayMax - limits.exportFilesMax, { state: 'cancelled' }))
    expect((await start()).code).toBe(resultCodes.export_day_limit.code)
  })

  it('start again when their worker has died, and at once when it has stopped', async () => {
    const { id } = (await start()).data
    const dead = createHeldSource()
    void work(dead.sources) // never goes on
    await dead.begun.passed
    await work()
    expect((await show(id)).state).toBe('running')
    const [stopped, stop] = [createHeldSource(), new AbortController()]
    let stopping = Promise.resolve()
    await waitUntil(async () => {
      // again and again, as the dead worker may have been renewing its lease for the last time
      await rental.deps.database.kysely
        .updateTable('export_tasks')
        .set({ held_until: new Date(0) })
        .where('id', '=', id)
        .execute()
      stopping = work(stopped.sources, stop.signal)
      expect(await Promise.race([stopped.begun.passed.then(() => 'begun'), stopping])).toBe('begun')
    })
    stop.abort()
    stopped.gate.open()
    await stopping
    expect((await show(id)).state).toBe('waiting')
    await work()
    dead.gate.open()
    expect(await show(id)).toMatchObject({ state: 'done', rows_done: 1 })
    expect((await download(id)).status).toBe(200)
  })

  it('are tried again after an error; fail after the last try, say so, and leave nothing', async () => {
    const { id } = (await start()).data
    const broken: CsvExport = {
      file_name: 'x.csv',
      titles: [],
      count: () => Promise.reject(new Error('broken')),
      chunks: () => [],
    }
    const sources = { ...exportSources, wallet_entry: () => broken }
    for (let tries = 1; tries < limits.exportTriesMax; tries += 1) {
      await work(sources)
      await work(sources) // not before the pause is over
      expect((await show(id)).state).toBe('waiting')
      await rental.clock.advance(15_001)
    }
    expect(rental.logs.filter((line) => line.includes('export failed') && line.includes(id))).toHaveLength(
      limits.exportTriesMax - 1,
    )
    await work(sources)
    expect(await show(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('没有留下文件') })
    expect((await person.call(notifications.list)).data[0]!.title).toBe('导出失败：收支明细')
    expect((await listFiles()).map(({ path }) => path)).not.toContain(id)
  })

  it('of a newer version are left to its workers, and not written without a filter that this one does not know', async () => {
    const { id } = (await start()).data
    const change = (changes: { kind: string } | { kind: string; filters: string }) =>
      rental.deps.database.kysely.updateTable('export_tasks').set(changes).where('id', '=', id).execute()
    await change({ kind: 'of_tomorrow' })
    await work()
    const { state } = await rental.deps.database.kysely
      .selectFrom('export_tasks')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([state, (await person.call(exportTasks.list)).data]).toEqual(['waiting', []])
    await change({ kind: 'wallet_entry', filters: '{"of_tomorrow":"x"}' })
    await work()
    expect(await show(id)).toMatchObject({ state: 'waiting', rows_total: null })
    await person.call(exportTasks.cancel, { params: { id } })
  })

  it('lose their file when the owner deletes it, which makes room, or closes the account', async () => {
    const [deleted, kept] = [(await start()).data.id, (await start()).data.id]
    await work()
    const remove = () => person.call(exportTasks.remove, { params: { id: deleted } })
    expect((await remove()).data.state).toBe('expired')
    expect((await remove()).code).toBe(resultCodes.export_expired.code)
    await cleanUpExports(rental.deps)
    const listed = (await listFiles()).map(({ path }) => path)
    expect([listed.includes(deleted), listed.includes(kept)]).toEqual([false, true])
    const closed = { closed_at: rental.clock.now() }
    await rental.deps.database.kysely.updateTable('users').set(closed).where('id', '=', person.id).execute()
    await cleanUpExports(rental.deps)
    expect((await listFiles()).map(({ path }) => path)).not.toContain(kept)
  })

  it('expire after seven days: the file is deleted, and the row says so', async () => {
    const { id } = (await start()).data
    await work()
    const { url } = (await person.call(exportTasks.download_link, { params: { id } })).data
    await rental.clock.advance(limits.exportKeptDays * day)
    expect((await show(id)).state).toBe('expired')
    expect((await person.call(exportTasks.list, { query: { state: 'expired' } })).total).toBe(1)
    expect((await person.call(exportTasks.download_link, { params: { id } })).code).toBe(resultCodes.export_expired.code)
    await cleanUpExports(rental.deps)
    expect((await listFiles()).map(({ path }) => path)).not.toContain(id)
    expect((await show(id)).state).toBe('expired')
    const ticket = new URL(url, 'http://localhost').searchParams.get('ticket')!
    expect((await rental.fetchFile(exportTasks.download, { query: { ticket } })).status).toBe(403)
    await rental.clock.advance(limits.exportTasksKeptDays * day)
    await cleanUpExports(rental.deps)
    expect((await person.call(exportTasks.get, { params: { id } })).status).toBe(404)
  })

  it('of the back office are listed there, for those who may see the rows', async () => {
    const finance = await rental.addPerson({ role: 'operator_finance' })
    const { id } = (await finance.call(operatorEntries.export_task, { body: { kind: 'rental', period: 'month' } })).data
    await work()
    expect((await finance.call(exportTasks.list)).data).toEqual([])
    const [task] = (await finance.call(operatorExportTasks.list)).data
    expect(task).toMatchObject({ id, state: 'done', filters: { kind: 'rental', period: 'month' } })
    expect((await download(id, operatorExportTasks, finance)).status).toBe(200)
  })

  it('are no longer had by an operator who may not see the rows any more, not even by a link given before', async () => {
    const finance = await rental.addPerson({ role: 'operator_finance' })
    const { id } = (await finance.call(operatorEntries.export_task, { body: {} })).data
    await work()
    const { url } = (await finance.call(operatorExportTasks.download_link, { params: { id } })).data
    const ticket = new URL(url, 'http://localhost').searchParams.get('ticket')!
    const fetchByLink = async () => (await rental.fetchFile(exportTasks.download, { query: { ticket } })).status
    expect(await fetchByLink()).toBe(200)
    const changed = { role: 'operator_review' }
    await rental.deps.database.kysely.updateTable('users').set(changed).where('id', '=', finance.id).execute()
    expect(await fetchByLink()).toBe(404)
    await rental.clock.advance(60_000) // a session is looked up again
    expect((await finance.call(operatorExportTasks.download_link, { params: { id } })).status).toBe(403)
  })
})
