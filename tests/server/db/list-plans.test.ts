import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLongListsWorld, type LongListsWorld } from '#tests/bench/long-lists.world.ts'
import { recordReads } from '#tests/support/record-reads.ts'

/** What a node of a plan says that matters here. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Plan Rows': number
  Plans?: PlanNode[]
}

/** Tables of which one user, or all together, may have a million rows. */
const bigTables = ['ledger_entries', 'ledger_transactions', 'usage_charges', 'consumption_lines', 'segments']
const longTables = [...bigTables, 'instances', 'orders', 'notifications']
/** More rows than a page: sorting them is reading a list to show a part of it. */
const sortedRowsMax = 1_000

const query = 'page_size=50'
const deep = 'page_size=50&page=200'
const lists: Record<'owner' | 'operator', readonly string[]> = {
  owner: [
    `/api/v1/wallet/entry/list?${query}`,
    `/api/v1/wallet/entry/list?${deep}`,
    `/api/v1/wallet/entry/list?${query}&keyword=gpu-long-1999`,
    `/api/v1/wallet/entry/list?${query}&keyword=long-1999`,
    `/api/v1/wallet/entry/list?${query}&kind=usage`,
    `/api/v1/wallet/entry/list?${query}&kind=recharge`,
    `/api/v1/wallet/entry/list?${query}&kind=usage&from=2026-01-01&to=2036-01-01`,
    '/api/v1/wallet/entry/sum?keyword=gpu-long-1999',
    '/api/v1/wallet/entry/sum',
    '/api/v1/wallet/entry/sum?kind=usage',
    '/api/v1/wallet',
    '/api/v1/overview',
    '/api/v1/burn',
    '/api/v1/release_countdown',
    '/api/v1/account_message',
    '/api/v1/invoice/invoiceable',
    '/api/v1/consumption/subject',
    `/api/v1/instance/list?${query}`,
    `/api/v1/instance/list?${deep}`,
    `/api/v1/instance/list?${query}&sort=nick_name`,
    `/api/v1/instance/list?${query}&keyword=gpu-long-1999`,
    `/api/v1/instance/list?${query}&keyword=long-1999`,
    `/api/v1/order/list?${query}`,
    `/api/v1/order/list?${deep}`,
    `/api/v1/order/list?${query}&sort=amount`,
    `/api/v1/order/list?${query}&keyword=order-long-1999`,
    `/api/v1/notification/list?${query}`,
    `/api/v1/notification/list?${deep}`,
    `/api/v1/consumption/list?${query}`,
    `/api/v1/consumption/list?${deep}`,
    '/api/v1/consumption/sum',
  ],
  operator: [
    `/api/v1/operator/order/list?${query}&keyword={owner}`,
    `/api/v1/operator/instance/list?${query}&keyword={owner}`,
    `/api/v1/operator/ledger_entry/list?${query}`,
    `/api/v1/operator/ledger_entry/list?${deep}`,
    `/api/v1/operator/ledger_entry/list?${query}&keyword=gpu-long-1999`,
    `/api/v1/operator/ledger_entry/list?${query}&account=revenue`,
    `/api/v1/operator/ledger_entry/list?${query}&kind=usage`,
    `/api/v1/operator/ledger_entry/list?${query}&kind=recharge`,
    '/api/v1/operator/ledger_entry/sum?keyword=gpu-long-1999',
    '/api/v1/operator/ledger_entry/sum',
    '/api/v1/operator/panel/finance?period=month',
    `/api/v1/operator/instance/list?${query}`,
    `/api/v1/operator/instance/list?${query}&keyword=gpu-long-1999`,
    `/api/v1/operator/order/list?${query}`,
    `/api/v1/operator/order/list?${query}&keyword=order-long-1999`,
    `/api/v1/operator/order/list?${query}&sort=amount`,
    `/api/v1/operator/order/list?${deep}`,
    `/api/v1/operator/user/list?${query}`,
    `/api/v1/operator/host/list?${query}`,
    `/api/v1/operator/product/list?${query}`,
    `/api/v1/operator/region/list?${query}`,
    `/api/v1/operator/image/list?${query}`,
  ],
}

const flattenPlan = (node: PlanNode, above?: PlanNode): [node: PlanNode, above: PlanNode | undefined][] => [
  [node, above],
  ...(node.Plans ?? []).flatMap((below) => flattenPlan(below, node)),
]

/** A limit ends a scan that finds what it looks for everywhere. */
const isCutShort = (node: PlanNode, above: PlanNode | undefined): boolean =>
  above?.['Node Type'] === 'Limit' && above['Plan Rows'] < node['Plan Rows']

/** What reads or sorts a whole table. */
function findFaults(plan: PlanNode): string[] {
  return flattenPlan(plan).flatMap(([node, above]) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Plan Rows': rows } = node
    if (type === 'Seq Scan' && longTables.includes(table) && !isCutShort(node, above)) return [`reads all of ${table}`]
    const input = node.Plans?.[0]?.['Plan Rows'] ?? rows
    return type === 'Sort' && input > sortedRowsMax ? [`sorts ${input} rows`] : []
  })
}

describe('A page of a long list', () => {
  let world: LongListsWorld
  let sent: CompiledQuery[]

  beforeAll(async () => {
    world = await createLongListsWorld({ instances: 20_000, charges: 40_000, orders: 20_000, notices: 20_000 })
    sent = recordReads(world)
  })
  afterAll(() => world.close())

  /** Calls and returns what its reads would read or sort whole. */
  async function findFaultsOf(who: keyof typeof lists, path: string): Promise<string[]> {
    const token = await world[who].token()
    sent.length = 0
    const url = path.replace('{owner}', world.owner.id)
    const answer = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect([answer.statusCode, path]).toEqual([200, path])
    const reads = sent.filter((statement) => longTables.some((table) => statement.sql.includes(table)))
    const faults = await Promise.all(
      reads.map(async (statement) => {
        const { rows } = await world.deps.database.kysely.withoutPlugins().executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>({
          ...statement,
          sql: `explain (format json) ${statement.sql}`,
        })
        return findFaults(rows[0]!['QUERY PLAN'][0]!.Plan).map((fault) => `${fault}: ${statement.sql}`)
      }),
    )
    return faults.flat()
  }

  it.each(Object.entries(lists).flatMap(([who, paths]) => paths.map((path) => ({ who: who as keyof typeof lists, path }))))(
    'is read along an index, without sorting a table: $path',
    async ({ who, path }) => expect(await findFaultsOf(who, path)).toEqual([]),
  )

  // what is joined to a thousand rows may be read whole while it is small
  it.each([
    { path: '/api/v1/wallet/entry/export', table: 'ledger_entries' },
    { path: '/api/v1/consumption/export', table: 'consumption_lines' },
    { path: '/api/v1/operator/ledger_entry/export', table: 'ledger_entries' },
  ])('is cut along an index for each chunk of an export: $path', async ({ path, table }) => {
    const faults = await findFaultsOf(path.includes('/operator/') ? 'operator' : 'owner', path)
    const chunks = sent.filter(({ sql }) => sql.startsWith(`with "${table}"`))
    const uncut = faults.filter((fault) => fault.startsWith('sorts') || fault.startsWith(`reads all of ${table}`))
    // of the last, fewer rows are expected than are asked for
    expect(chunks.length).toBeGreaterThan(30)
    expect(uncut.length).toBeLessThanOrEqual(2)
  })
})
