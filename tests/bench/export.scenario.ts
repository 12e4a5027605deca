import { get } from 'node:http'
import { type RawBuilder, sql } from 'kysely'
import { consumption } from '#contract/consumption.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ledgerEntries } from '#contract/ledger-entries.ts'
import { llmBills } from '#contract/llm-bills.ts'
import { createLongListsWorld, type LongListsWorld } from '#tests/bench/long-lists.world.ts'
import { type BenchmarkResult, compareSides } from '#tests/bench/measure.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { addLlmKey, addLlmModel } from '#tests/support/llm.ts'

interface ExportCall {
  endpoint: Endpoint
  /** The cells of the same rows in the same order, as a statement by hand reads them. */
  bare: RawBuilder<unknown>
}

const rows = Number(process.env.EXPORT_ROWS ?? 200_000)
const rounds = 5
const fetchedRows = 5000
const megabyte = 1024 ** 2

async function addCalls({ deps, clock, owner, ...world }: LongListsWorld): Promise<void> {
  const { kysely } = deps.database
  const modelId = await addLlmModel({ ...world, deps, clock })
  const keyId = await addLlmKey({ ...world, deps, clock }, owner.id)
  await kysely.updateTable('users').set({ is_tencent: true }).where('id', '=', owner.id).execute()
  await sql`
    insert into llm_calls (id, user_id, key_id, model_id, price_id, stream, request_id, reserved_pico, started_at, ended_at, state,
      http_status, error_code)
    select 'call-long-' || n, ${owner.id}, ${keyId}, ${modelId}, (select id from llm_prices where model_id = ${modelId}), false,
      'req-long-' || n, 0, ended_at - interval '2 seconds', ended_at, 'error', 502, 'upstream_error'
    from generate_series(1, ${rows}::int) n,
      lateral (select ${clock.now()}::timestamptz - n * interval '1 second' as ended_at) x`.execute(kysely)
  await sql`vacuum analyze llm_calls`.execute(kysely)
}

const exportCalls = ({ owner }: LongListsWorld): ExportCall[] => [
  {
    endpoint: ledgerEntries.export,
    bare: sql`
      select t.at, t.kind, a.kind as account, p.name, t.title, e.amount_fen, e.balance_after_fen, t.ref, t.id
      from ledger_entries e join accounts a on a.id = e.account_id join ledger_transactions t on t.id = e.transaction_id
      left join coupons v on v.id = a.voucher_id left join coupon_campaigns p on p.id = v.campaign_id
      where e.account_id = (select id from accounts where user_id = ${owner.id} and kind = 'cash') order by e.id desc`,
  },
  {
    endpoint: consumption.export,
    bare: sql`
      select l.day, l.kind, t.title, i.nick_name, i.id, p.name, o.id as order_id, l.seconds, l.cash_fen, l.voucher_fen
      from consumption_lines l left join ledger_transactions t on t.id = l.transaction_id left join orders o on o.id = t.ref
      left join instances i on i.id = coalesce(l.instance_id, o.instance_id, t.ref) left join products p on p.id = i.product_id
      where l.user_id = ${owner.id} order by l.day desc, l.key desc`,
  },
  {
    endpoint: llmBills.export,
    bare: sql`
      select c.ended_at, k.name, c.model_id, c.state, c.http_status, c.prompt_tokens, c.cached_tokens, c.completion_tokens,
        c.first_byte_ms, c.total_ms, c.cost_pico, c.estimated, c.request_id
      from llm_calls c left join llm_keys k on k.id = c.key_id
      where c.user_id = ${owner.id} and c.ended_at is not null order by c.ended_at desc, c.id desc`,
  },
]

/** Counts the lines that follow the titles; the bytes are thrown away as they come. */
const download = (url: string, token: string) =>
  new Promise<number>((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`))
      let lines = 0
      answer.on('data', (bytes: Buffer) => {
        for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
      })
      answer.on('end', () => resolve(lines - 1)).on('error', reject)
    })
    request.on('error', reject)
  })

/** Reads with a cursor in one transaction. */
const readBare = ({ deps }: LongListsWorld, bare: RawBuilder<unknown>) =>
  deps.database.transaction(async (trx) => {
    await sql`declare bare_rows no scroll cursor for ${bare}`.execute(trx)
    for (let read = 0; ; ) {
      const { rows: piece } = await sql.raw(`fetch ${fetchedRows} from bare_rows`).execute(trx)
      read += piece.length
      if (piece.length < fetchedRows) return read
    }
  })

/** Runs `work`; returns with its answer by how many MB the process grew at most. */
async function watchMemory<T>(work: () => Promise<T>): Promise<[T, grownMb: number]> {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const answer = await work().finally(() => clearInterval(watch))
  return [answer, Math.round((most - before) / megabyte)]
}

/** Prints rows per second of each export, and by how much the process grew after the first. */
export const exportScenario: BenchmarkScenario = {
  name: `${rows} 行的导出：收支明细、消费明细、大模型调用`,
  reference: '同样的行由游标读出，不排成文件',
  aim: { at_most: 4 },
  long: true,
  alone: true,
  async run() {
    const world = await createLongListsWorld({ instances: rows / 10, charges: rows, orders: 10, notices: 10 })
    await addCalls(world)
    world.deps.config.export_direct_rows = Number.MAX_SAFE_INTEGER
    const origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
    let worst: BenchmarkResult = { slower: 0, ours_ms: 0, reference_ms: 0 }
    try {
      for (const { endpoint, bare } of exportCalls(world)) {
        const [url, token] = [`${origin}${endpoint.path}`, await world.owner.token()]
        const [ours, reference] = [{ run: () => download(url, token) }, { run: () => readBare(world, bare) }]
        const [exported, read] = [await ours.run(), await reference.run()]
        if (exported !== read || read < rows) throw new Error(`${endpoint.path}: ${exported} of ${read} rows`)
        const [figure, grownMb] = await watchMemory(() => compareSides(ours, reference, rounds))
        const perSecond = String(Math.round(1000 / figure.ours_ms)).padStart(7)
        process.stdout.write(`  ${perSecond} 行/秒 ${figure.slower.toFixed(2)} 倍，内存 +${grownMb} MB  ${endpoint.path}\n`)
        if (figure.slower > worst.slower) worst = figure
      }
    } finally {
      await world.close()
    }
    return worst
  },
}
