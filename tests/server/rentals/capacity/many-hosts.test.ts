import { type CompiledQuery, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { samplesRepo } from '#server/domains/rentals/monitor/samples.repo.ts'
import { buildSimulatedHost, testRegionId } from '#tests/support/market.ts'
import { recordReads } from '#tests/support/record-reads.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { createStatementLog, type StatementLog } from '#tests/support/statement-log.ts'

let rental: RentalPlatform
afterEach(() => rental.close())

const cardsEach = 2

/** Hosts of which each runs an instance. */
async function startHosts(count: number): Promise<StatementLog> {
  const log = await createStatementLog()
  const names = Array.from({ length: count }, (_, nth) => `host-${nth}`)
  const hosts = names.map((name) => buildSimulatedHost(name, 'RTX 4090', cardsEach))
  rental = await createRentalPlatform({ database: log.database, hosts })
  const [person] = await rental.addPeople(1, { balance: '5000.00' })
  for (let nth = 0; nth < count; nth += 1) await rental.rent(person!, { gpu_num: cardsEach })
  await rental.tick(15_000)
  return log
}

const sync = () => syncHosts(rental.deps, () => testRegionId)

/** What is sent by looks at so many hosts: all well, the second half of them gone, and still gone. */
async function recordLooks(
  count: number,
): Promise<{ well: string[]; lost: string[]; gone: string[]; stock: number; back: string[] }> {
  const log = await startHosts(count)
  const well = await log.during(() => rental.observe())
  for (let nth = count / 2; nth < count; nth += 1) rental.faults.lost_hosts.add(`host-${nth}`)
  const lost = await log.during(() => rental.observe())
  const gone = await log.during(() => rental.observe())
  const stock = (await log.during(sync)).length
  await rental.clock.advance(120_000)
  rental.faults.lost_hosts.clear()
  const back = await log.during(() => rental.observe())
  return { well, lost, gone, stock, back }
}

describe('A look at all hosts', () => {
  it('sends as many statements for many hosts as for few, whatever becomes of them', async () => {
    const few = await recordLooks(2)
    await rental.close()
    const many = await recordLooks(6)
    expect(many.lost.length).toBe(few.lost.length)
    expect(many.back.length).toBe(few.back.length)
    expect(many.stock).toBe(few.stock)
    // The very same statements: none has a parameter for each host or instance.
    expect(many.well).toEqual(few.well)
    expect(many.gone).toEqual(few.gone)
  })

  it('samples what runs host by host, each once', async () => {
    await startHosts(3)
    const repo = samplesRepo(rental.deps.database.kysely)
    const first = await repo.running(instanceStatusCodes.running, undefined, 2)
    const second = await repo.running(instanceStatusCodes.running, first.at(-1), 2)
    expect([...first, ...second].map((one) => one.host_id)).toEqual(['host-0', 'host-1', 'host-2'])
  })
})

interface AnalyzedNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: AnalyzedNode[]
}

describe("The operators' list of hosts", () => {
  const cardsPerHost = 8

  async function countCardsRead(reads: readonly CompiledQuery[]): Promise<number> {
    const count = (node: AnalyzedNode): number =>
      (node['Relation Name'] === 'gpus' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
      (node.Plans ?? []).reduce((sum, below) => sum + count(below), 0)
    let all = 0
    for (const read of reads.filter(({ sql: text }) => text.includes('"hosts"'))) {
      const explain = { ...read, sql: `explain (analyze, format json) ${read.sql}` }
      const { rows } = await rental.deps.database.kysely
        .withoutPlugins()
        .executeQuery<{ 'QUERY PLAN': { Plan: AnalyzedNode }[] }>(explain)
      all += count(rows[0]!['QUERY PLAN'][0]!.Plan)
    }
    return all
  }

  it('reads the cards of the hosts on its page and of no others, on the last page as on the first', async () => {
    rental = await createRentalPlatform()
    const operator = await rental.addPerson({ role: 'operator_admin' })
    const { kysely } = rental.deps.database
    await sql`
      insert into hosts (id, region_id, cpu, memory_gb, driver_schedulable, simulated, seen_at)
      select 'many-' || lpad(n::text, 4, '0'), ${testRegionId}, 8, 32, true, true, now() from generate_series(1, 400) n`.execute(
      kysely,
    )
    await sql`
      insert into gpus (uuid, host_id, model) select h.id || '-' || n, h.id, 'RTX 4090'
      from hosts h cross join generate_series(1, ${cardsPerHost}::int) n where h.id like 'many-%'`.execute(kysely)
    await sql`vacuum analyze`.execute(kysely)
    const reads = recordReads(rental)
    const pageSize = 20
    for (const page of [1, 20]) {
      reads.length = 0
      const { data } = await operator.call(operatorHosts.list, { query: { page, page_size: pageSize } })
      expect(data).toHaveLength(pageSize)
      const perCard = (await countCardsRead(reads)) / (pageSize * cardsPerHost)
      expect(perCard).toBeGreaterThan(0)
      expect(perCard).toBeLessThanOrEqual(5) // models, all, rented, sick
    }
  })
})
