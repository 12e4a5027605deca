import { type RawBuilder, sql } from 'kysely'
import { createLongListsWorld, type LongListsWorld } from '#tests/bench/long-lists.world.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'

/** One call and the plainest statement that finds the same rows by an index. */
interface ListCall {
  path: string
  by: 'owner' | 'operator'
  bare: RawBuilder<unknown>
}

const rows = Number(process.env.LIST_ROWS ?? 1_000_000)
const tenth = rows / 10
const pageSize = 50
const rounds = 5

const pages = (path: string, count: number, bare: (offset: number) => RawBuilder<unknown>, by: ListCall['by'] = 'owner') =>
  [1, Math.ceil(count / pageSize / 2), Math.ceil(count / pageSize)].map(
    (page): ListCall => ({ by, path: `${path}?page_size=${pageSize}&page=${page}`, bare: bare((page - 1) * pageSize) }),
  )

/** A deep page is compared with the walk to it along the index alone, which no statement by page number can avoid. */
function listCalls({ owner }: LongListsWorld): ListCall[] {
  const cash = sql`(select id from accounts where user_id = ${owner.id} and kind = 'cash')`
  const living = sql`user_id = ${owner.id} and released_at is null`
  const one = sql`select 1 from users where id = ${owner.id}`
  const asOwner = (path: string, bare: RawBuilder<unknown>): ListCall => ({ by: 'owner', path, bare })
  const asOperator = (path: string, bare: RawBuilder<unknown>): ListCall => ({ by: 'operator', path, bare })
  return [
    ...pages(
      '/api/v1/wallet/entry/list',
      rows,
      (offset) => sql`select id from ledger_entries where account_id = ${cash} order by id desc limit 50 offset ${offset}`,
    ),
    asOwner('/api/v1/wallet/entry/sum', one),
    asOwner('/api/v1/wallet', one),
    asOwner('/api/v1/overview', one),
    ...pages(
      '/api/v1/instance/list',
      tenth,
      (offset) => sql`select created_at from instances where ${living} order by created_at desc limit 50 offset ${offset}`,
    ),
    asOwner(
      `/api/v1/instance/list?page_size=50&keyword=${encodeURIComponent('训练 99')}`,
      sql`select id from instances where ${living} and nick_name like '%训练 99%' limit 50`,
    ),
    asOwner(
      '/api/v1/instance/list?page_size=50&sort=nick_name',
      sql`select * from instances where ${living} order by nick_name limit 50`,
    ),
    ...pages(
      '/api/v1/order/list',
      tenth,
      (offset) =>
        sql`select created_at from orders where user_id = ${owner.id} order by created_at desc limit 50 offset ${offset}`,
    ),
    ...pages(
      '/api/v1/notification/list',
      tenth,
      (offset) =>
        sql`select created_at from notifications where user_id = ${owner.id} and deleted_at is null order by created_at desc limit 50 offset ${offset}`,
    ),
    ...pages(
      '/api/v1/consumption/list',
      rows,
      (offset) =>
        sql`select day, key from consumption_lines where user_id = ${owner.id} order by day desc, key desc limit 50 offset ${offset}`,
    ),
    ...(
      [
        ['/api/v1/instance/list', 'gpu-long-1999', 'owner', sql`select id from instances where id = 'gpu-long-1999'`],
        ['/api/v1/order/list', 'order-long-1999', 'owner', sql`select id from orders where id = 'order-long-1999'`],
        [
          '/api/v1/wallet/entry/list',
          'gpu-long-1999',
          'owner',
          sql`select id from ledger_transactions where ref = 'gpu-long-1999'`,
        ],
        [
          '/api/v1/operator/ledger_entry/list',
          'gpu-long-1999',
          'operator',
          sql`select id from ledger_transactions where ref = 'gpu-long-1999'`,
        ],
      ] as const
    ).map(([path, keyword, by, bare]): ListCall => ({ by, path: `${path}?page_size=50&keyword=${keyword}`, bare })),
    asOwner('/api/v1/consumption/sum', one),
    asOwner(
      '/api/v1/consumption/overview',
      sql`select instance_id, sum(cash_fen) from consumption_lines where user_id = ${owner.id} group by 1 order by 2 desc limit 8`,
    ),
    asOwner(
      '/api/v1/consumption/daily',
      sql`select instance_id, sum(cash_fen) from consumption_lines where user_id = ${owner.id} group by 1 order by 2 desc limit 8`,
    ),
    ...pages(
      '/api/v1/operator/ledger_entry/list',
      2 * rows,
      (offset) => sql`select id from ledger_entries order by id desc limit 50 offset ${offset}`,
      'operator',
    ),
    asOperator('/api/v1/operator/ledger_entry/sum', one),
    ...pages(
      '/api/v1/operator/instance/list',
      tenth,
      (offset) =>
        sql`select created_at from instances where released_at is null order by created_at desc limit 50 offset ${offset}`,
      'operator',
    ),
    ...pages(
      '/api/v1/operator/order/list',
      tenth,
      (offset) => sql`select created_at from orders order by created_at desc limit 50 offset ${offset}`,
      'operator',
    ),
    asOperator('/api/v1/operator/user/list?page_size=50', one),
    asOperator('/api/v1/operator/panel/money', one),
  ]
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function time(run: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await run()
    took.push(performance.now() - start)
    if (took[0]! > 3_000) break
  }
  return median(took)
}

/** Prints a line per call: its time, what the same call costs where it finds nothing, its bare statement, and the ratio. */
export const longListsScenario: BenchmarkScenario = {
  name: `一个用户的 ${tenth} 台实例、${rows} 条流水与扣费：每个列表的首页、中页、末页、汇总`,
  reference: '裸查询，加同一调用在空账户上的耗时',
  aim: { at_most: 1.5 },
  async run() {
    const world = await createLongListsWorld({ instances: tenth, charges: rows, orders: tenth, notices: tenth })
    const { kysely } = world.deps.database
    const get = async (path: string, token: string) => {
      const answer = await world.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
    }
    const empty = await world.people[1]!.token()
    const small = await time(async () => get('/api/v1/operator/region/list', await world.operator.token()))
    let worst = { slower: 0, ours_ms: 0, reference_ms: 0 }
    try {
      for (const { path, by, bare } of listCalls(world)) {
        const token = await world[by].token()
        const ours = await time(() => get(path, token)).catch((error: Error) => error.message.slice(0, 150))
        if (typeof ours === 'string') {
          process.stdout.write(`  ${path} ${ours}\n`)
          continue
        }
        const floor = by === 'owner' ? await time(() => get(path, empty)) : small
        const plain = await time(() => bare.execute(kysely)).catch(() => Number.NaN)
        const slower = ours / (floor + plain)
        if (slower > worst.slower) worst = { slower, ours_ms: ours, reference_ms: floor + plain }
        const times = [ours, floor, plain].map((ms) => ms.toFixed(1).padStart(9)).join(' ')
        process.stdout.write(`  ${times} ${slower.toFixed(2).padStart(7)}  ${path}\n`)
      }
    } finally {
      await world.close()
    }
    return worst
  },
}
