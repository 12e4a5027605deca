import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { orders } from '#contract/orders.ts'
import { streamPath } from '#contract/stream.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { metricsLevels } from '#server/domains/rentals/monitor/levels.ts'
import { rollUpSamples } from '#server/domains/rentals/monitor/rollup.service.ts'
import { sampleUsage } from '#server/domains/rentals/monitor/samples.service.ts'
import { observeAllInstances } from '#server/domains/rentals/reconcile/observe.service.ts'
import { settleDueCharges } from '#server/jobs/jobs.ts'
import { inTransaction } from '#server/tx.ts'
import { runLoadTest } from '#tests/bench/client.ts'
import { type CpuTime, measureCpu } from '#tests/bench/cpu-time.ts'
import { measureSshSessions } from '#tests/bench/sizing-gateway.ts'
import { type BenchmarkPlatform, createBenchmarkPlatform, insertRunningInstances } from '#tests/bench/world.ts'
import { testImageId, toProductId } from '#tests/support/market.ts'

/**
 * `npm run bench:sizing`: what one node and its PostgreSQL spend on the commonest work, and how many bytes it leaves, as the tables
 * of docs/operating/sizing.md. Milliseconds of a core, which other load on the machine hardly moves; no limits.
 */

const users = 250
const instances = 5_000
const loadMs = 4_000
const streams = 5_000
const changes = 10
const hours = 24
const orderRounds = 3
const sampleRounds = 8
const minuteMs = 60_000

const print = (line: string) => process.stdout.write(`${line}\n`)
const round = (value: number, digits = 2) => value.toFixed(digits)

function printCpu(what: string, { node, database }: CpuTime): void {
  const ms = database === undefined ? '?' : round(database)
  const perSecond = Math.floor(1000 / Math.max(node, database ?? 0))
  print(`| ${what} | ${round(node)} | ${ms} | ${perSecond.toLocaleString('en')} |`)
}

/** Bytes of a table with its indexes, or of the whole database. */
async function measureBytes({ deps }: BenchmarkPlatform, tables: readonly string[] = []): Promise<number> {
  const size = tables.length
    ? sql`(select sum(pg_total_relation_size(t::regclass)) from unnest(${tables}::text[]) t)`
    : sql`pg_database_size(current_database())`
  const { rows } = await sql<{ bytes: string }>`select ${size}::text as bytes`.execute(deps.database.kysely)
  return Number(rows[0]!.bytes)
}

async function measureCalls({ deps, people }: BenchmarkPlatform, origin: string): Promise<void> {
  const headers = { authorization: `Bearer ${await people[0]!.token()}` }
  const calls = {
    '实例列表，一页 50 台': '/api/v1/instance/list?page=1&page_size=50',
    概览: '/api/v1/overview',
    钱包: '/api/v1/wallet',
    '账单明细，一页 50 条': '/api/v1/wallet/entry/list?page=1&page_size=50',
    '市场（不登录）': '/api/v1/product/list?page=1&page_size=50',
  }
  for (const [what, path] of Object.entries(calls)) {
    const test = { url: origin + path, headers, connections: 8, for_ms: loadMs }
    await runLoadTest({ ...test, for_ms: 500 })
    printCpu(what, await measureCpu(deps.database, () => runLoadTest(test)))
  }
}

async function measureOrders(world: BenchmarkPlatform): Promise<void> {
  const { deps, people } = world
  const { kysely } = deps.database
  await sql`
    insert into gpus (uuid, host_id, model)
    select 'GPU-sizing-' || n, (select host_id from gpus where model = 'RTX 4090' order by host_id limit 1), 'RTX 4090'
    from generate_series(1, ${people.length * orderRounds}::int) n`.execute(kysely)
  const form = {
    product_id: toProductId('RTX 4090'),
    gpu_num: 1,
    image_id: testImageId,
    data_disk: 50,
    charge_rule: 'day',
    nick_name: '训练',
  } as const
  const before = await measureBytes(world)
  const cpu = await measureCpu(deps.database, async () => {
    for (let nth = 0; nth < orderRounds; nth += 1) {
      for (const person of people) {
        const { data } = await person.call(orders.quote, { body: form })
        const { status, raw } = await person.call(orders.create, { body: { quote: data.token } })
        if (status !== 200) throw new Error(raw)
      }
    }
    return people.length * orderRounds
  })
  printCpu('报价并下单', cpu)
  print(`\n下一单留下 ${round(((await measureBytes(world)) - before) / (people.length * orderRounds) / 1024, 1)} KB（含索引）`)
}

async function measureStreams({ deps, clock, people }: BenchmarkPlatform, origin: string): Promise<void> {
  const url = origin + streamPath.replace(':client_id', 'sizing')
  const readers = fork(new URL('./stream-readers.mjs', import.meta.url), { execArgv: [] })
  const tokens = await Promise.all(people.map((person) => person.token()))
  const answer = async () => {
    const [message] = await once(readers, 'message')
    if (message !== 'done') throw new Error(String(message))
  }
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  const opened = await measureCpu(deps.database, async () => {
    readers.send({ url, tokens, streams })
    await answer()
    return streams
  })
  globalThis.gc?.()
  print(`| 打开一个通知流 | ${round(opened.node)} | ${opened.database === undefined ? '?' : round(opened.database)} | |`)
  print(`\n一个打开的流占 ${round((process.memoryUsage.rss() - before) / streams / 1024, 0)} KB`)
  const told = await measureCpu(deps.database, async () => {
    for (let nth = 0; nth < changes; nth += 1) {
      readers.send({ count: 1 })
      let waiting = true
      const heard = answer().finally(() => {
        waiting = false
      })
      await inTransaction(deps, (tx) => publishChange(tx, { user_id: null, resource: 'products', id: `product-${nth}` }))
      while (waiting) await clock.advance(1)
      await heard
    }
    return changes
  })
  print(`一条给所有人的变更推给 ${streams.toLocaleString('en')} 个流：${round(told.node, 0)} ms`)
  readers.kill()
}

/** The engine as it answers when all instances run. */
function listAllRunning({ deps, clock }: BenchmarkPlatform, ids: readonly string[], host: string): Deps {
  const refs = ids.map((id) => ({ installation_id: deps.installation_id, id, generation: 1 }))
  const usage = { cpu_percent: 80, memory_mb: 20_000, sys_disk_mb: 9_000, data_disk_mb: 20_000 }
  return {
    ...deps,
    compute: {
      ...deps.compute,
      list: async () => {
        const seen = refs.map((ref) => ({ ref, phase: 'running' as const, observed_at: clock.now() }))
        return [{ host, complete: true, seen }]
      },
      usage: async (asked) =>
        asked.map(({ id }) => ({
          ...{ id, at: clock.now(), ...usage },
          ...{ net_rx_bytes: 1, net_tx_bytes: 1, disk_read_bytes: 1, disk_write_bytes: 1 },
          gpus: [{ uuid: `GPU-of-${id}`, use_percent: 97, vram_mb: 20_000, temperature_c: 70, power_w: 400 }],
        })),
    },
  }
}

async function measureWorker(world: BenchmarkPlatform): Promise<void> {
  const { deps, clock } = world
  const { kysely } = deps.database
  const found = await sql<{ id: string; host_id: string }>`
    select id, host_id from instances where id like 'gpu-bench-%'`.execute(kysely)
  const ids = found.rows.map(({ id }) => id)
  await sql`update instances set generation = 1 where id = any(${ids}::text[])`.execute(kysely)
  await sql`
    insert into gpus (uuid, host_id, model, instance_id)
    select 'GPU-of-' || id, (select host_id from gpus where model = 'RTX 4090' order by host_id limit 1), 'RTX 4090', id
    from unnest(${ids}::text[]) id`.execute(kysely)
  const watched = listAllRunning(world, ids, found.rows[0]!.host_id)

  printCpu(
    '看一台运行中的实例（每 15 秒）',
    await measureCpu(deps.database, async () => {
      for (let nth = 0; nth < sampleRounds; nth += 1) {
        clock.jump(15_000)
        await observeAllInstances(watched)
      }
      return sampleRounds * ids.length
    }),
  )
  const samplesBefore = await measureBytes(world, ['usage_samples'])
  printCpu(
    '采一台的监控样本（每 15 秒）',
    await measureCpu(deps.database, async () => {
      for (let nth = 0; nth < sampleRounds; nth += 1) {
        clock.jump(15_000)
        await sampleUsage(watched)
      }
      return sampleRounds * ids.length
    }),
  )
  const sampleBytes = ((await measureBytes(world, ['usage_samples'])) - samplesBefore) / (sampleRounds * ids.length)
  const pointsBefore = await measureBytes(world, ['usage_points'])
  clock.jump(5 * minuteMs)
  await rollUpSamples(deps)
  const points = await sql<{ n: number }>`select count(distinct (instance_id, step_s, at))::int as n from usage_points`.execute(
    kysely,
  )
  const pointBytes = ((await measureBytes(world, ['usage_points'])) - pointsBefore) / points.rows[0]!.n

  const written = [
    'usage_charges',
    'ledger_transactions',
    'ledger_entries',
    'account_days',
    'ledger_days',
    'consumption_lines',
    'consumption_days',
  ]
  const bookedBefore = await measureBytes(world, written)
  printCpu(
    '结算一台一小时的用量',
    await measureCpu(deps.database, async () => {
      for (let hour = 0; hour < hours; hour += 1) {
        clock.jump(60 * minuteMs)
        await sql`update segments set seen_s = seen_s + 3600, next_bill_at = ${clock.now()} where ended_at is null`.execute(
          kysely,
        )
        await settleDueCharges(deps)
        await sql`vacuum consumption_lines, segments`.execute(kysely)
      }
      return hours * ids.length
    }),
  )
  const booked = ((await measureBytes(world, written)) - bookedBefore) / (hours * ids.length)
  print(`\n一台运行一小时的账：${round(booked, 0)} 字节，一年 ${round((booked * 24 * 365) / 1024 ** 2, 1)} MB`)
  const kept = metricsLevels.reduce(
    (sum, { step_s: step, kept_s: seconds }) => sum + (step === 0 ? (seconds / 15) * sampleBytes : (seconds / step) * pointBytes),
    0,
  )
  print(
    `一台一直运行的单卡实例的监控：样本 ${round(sampleBytes, 0)} 字节，桶 ${round(pointBytes, 0)} 字节，稳定后共 ${round(kept / 1024 ** 2, 1)} MB`,
  )
}

const world = await createBenchmarkPlatform(users)
try {
  await insertRunningInstances(world, instances, 0)
  const origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
  print('| 接口节点 | 节点 ms | PostgreSQL ms | 一个核每秒 |\n|---|---|---|---|')
  await measureStreams(world, origin)
  print('\n| 调用 | 节点 ms | PostgreSQL ms | 一个核每秒 |\n|---|---|---|---|')
  await measureCalls(world, origin)
  await measureOrders(world)
  print('\n| 网关节点 | 节点 ms | PostgreSQL ms | 一个核每秒 |\n|---|---|---|---|')
  const ssh = await measureSshSessions(world)
  printCpu('登录一次 SSH 并打开 shell', ssh.login)
  print(`\n一个空闲的 SSH 会话占 ${round(ssh.session_kb, 0)} KB`)
  print('\n| 任务节点 | 节点 ms | PostgreSQL ms | 一个核每秒 |\n|---|---|---|---|')
  await measureWorker(world)
} finally {
  await world.close()
}
