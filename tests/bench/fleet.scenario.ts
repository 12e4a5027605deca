import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { orders } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { createEngineSource } from '#server/domains/rentals/engines/engine-source.service.ts'
import { sampleUsage } from '#server/domains/rentals/monitor/samples.service.ts'
import { observeAllInstances } from '#server/domains/rentals/reconcile/observe.service.ts'
import { measureCpu } from '#tests/bench/cpu-time.ts'
import { createBigFleet } from '#tests/bench/fleet.world.ts'
import type { BenchmarkResult } from '#tests/bench/measure.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import type { BenchmarkPlatform } from '#tests/bench/world.ts'
import { countStatements } from '#tests/support/count-statements.ts'
import { testImageId, testRegionId, toProductId } from '#tests/support/market.ts'
import { addPerson } from '#tests/support/people.ts'

const big = { hosts: 1_000, silent: 5, running: 5_000, people: 50 }
const tenth = { hosts: 100, silent: 5, running: 500, people: 50 }
const rounds = 10
const left = 20
const longestLookMs = 10_000

const print = (line: string) => process.stdout.write(`  ${line}\n`)
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** A full observation, as its jobs have it: what runs, what the machines are, what is used, and which engines there are. */
const looks: Record<string, (deps: Deps) => Promise<unknown>> = {
  对照全部实例: observeAllInstances,
  盘点全部主机与卡: (deps) => syncHosts(deps, () => testRegionId),
  采样全部实例: (deps) => sampleUsage(deps),
  读取引擎登记: (deps) => createEngineSource(deps, (_, driver) => driver).list(),
}

/** Returns the median time of a full observation; prints its parts. */
async function timeLooks({ deps, clock }: BenchmarkPlatform): Promise<number> {
  let sum = 0
  for (const [what, look] of Object.entries(looks)) {
    const counter = countStatements()
    const counted = { ...deps, database: counter.of(deps.database) }
    const took: number[] = []
    const cpu = await measureCpu(deps.database, async () => {
      for (let round = 0; round < rounds; round += 1) {
        clock.jump(15_000)
        const begun = performance.now()
        await look(counted)
        took.push(performance.now() - begun)
      }
      return rounds
    })
    sum += median(took)
    const database = cpu.database === undefined ? '?' : cpu.database.toFixed(0)
    print(
      `${what}：${median(took).toFixed(0)} ms，节点 ${cpu.node.toFixed(0)} ms，PostgreSQL ${database} ms，语句 ${counter.count / rounds}`,
    )
  }
  return sum
}

/** Bytes of the heap after each round of all looks, once what the first of them make for good is there. */
async function measureHeap({ deps, clock }: BenchmarkPlatform): Promise<number[]> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  const heap: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    clock.jump(15_000)
    for (const look of Object.values(looks)) await look(deps)
    gc()
    heap.push(process.memoryUsage().heapUsed)
  }
  return heap
}

/** All buyers at once for the last cards: exactly those are sold. */
async function raceForLastCards({ deps, people }: BenchmarkPlatform): Promise<number> {
  const { kysely } = deps.database
  await sql`
    update gpus set held_at = ${deps.clock.now()}, held_reason = 'bench' where instance_id is null and uuid not in (
      select g.uuid from gpus g join hosts h on h.id = g.host_id where g.sellable and h.schedulable order by md5(g.uuid) limit ${left})`.execute(
    kysely,
  )
  const form = { product_id: toProductId('RTX 4090'), gpu_num: 1, image_id: testImageId, data_disk: 50 } as const
  const quotes: string[] = []
  for (const person of people)
    quotes.push((await person.call(orders.quote, { body: { ...form, charge_rule: 'day', nick_name: '训练' } })).data.token)
  const begun = performance.now()
  const replies = await Promise.all(people.map((person, nth) => person.call(orders.create, { body: { quote: quotes[nth]! } })))
  const took = performance.now() - begun
  const sold = replies.filter(({ status }) => status === 200).length
  const { rows } = await sql<{ held: number; holders: number; leases: number }>`
    select count(*)::int as held, count(distinct g.instance_id)::int as holders,
      (select count(*)::int from card_leases l join instances i on i.id = l.instance_id where i.id not like 'gpu-fleet-%' and l.ended_at is null) as leases
    from gpus g where g.instance_id is not null and g.instance_id not like 'gpu-fleet-%'`.execute(kysely)
  const { held, holders, leases } = rows[0]!
  if (new Set([sold, held, holders, leases, left]).size > 1)
    throw new Error(`${left} cards were left: ${sold} sold, ${held} held by ${holders}, ${leases} leases`)
  return took / people.length
}

async function timePages(world: BenchmarkPlatform): Promise<void> {
  const operator = await addPerson(world, { role: 'operator_admin' })
  const tokens = { operator: await operator.token(), person: await world.people[0]!.token() }
  const pages = {
    '市场（不登录）': ['/api/v1/product/list?page=1&page_size=50', undefined],
    主机列表: ['/api/v1/operator/host/list?page=1&page_size=50', tokens.operator],
    主机列表末页: ['/api/v1/operator/host/list?page=20&page_size=50', tokens.operator],
    引擎列表: ['/api/v1/operator/engine/list?page=1&page_size=50', tokens.operator],
    卡列表: ['/api/v1/operator/gpu/list?page=1&page_size=50', tokens.operator],
    库存面板: ['/api/v1/operator/panel/stock', tokens.operator],
  } as const
  for (const [what, [url, token]] of Object.entries(pages)) {
    const took: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      const { statusCode, body } = await world.app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })
      if (statusCode !== 200) throw new Error(`${url}: ${body}`)
      took.push(performance.now() - begun)
    }
    print(`${what}：${median(took).toFixed(1)} ms`)
  }
  const form = { product_id: toProductId('RTX 4090'), gpu_num: 1, image_id: testImageId, data_disk: 50 } as const
  const took: number[] = []
  for (const person of world.people.slice(0, rounds)) {
    const begun = performance.now()
    const { status, raw } = await person.call(orders.quote, { body: { ...form, charge_rule: 'day', nick_name: '训练' } })
    if (status !== 200) throw new Error(raw)
    took.push(performance.now() - begun)
  }
  print(`报价：${median(took).toFixed(1)} ms`)
}

/** Looks at a fleet of one size; with `all`, measures what else depends on it. */
async function measureFleet(size: typeof big, all: boolean): Promise<number> {
  print(`${size.hosts} 台主机，${size.hosts * 8} 张卡，${size.running} 台运行中的实例，${size.silent} 台主机没有应答`)
  const world = await createBigFleet(size)
  try {
    const ms = await timeLooks(world)
    if (!all) return ms
    const heap = await measureHeap(world)
    print(`堆：${heap.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(' ')} MB`)
    await timePages(world)
    print(`${size.people} 人抢最后 ${left} 张卡：恰好卖出 ${left} 张，每单 ${(await raceForLastCards(world)).toFixed(1)} ms`)
    if (ms > longestLookMs) throw new Error(`a full observation took ${ms} ms`)
    return ms
  } finally {
    await world.close()
  }
}

/** The fleet ten times as large costs ten times as much, not more. */
export const fleetScenario: BenchmarkScenario = {
  name: `完整看一遍 ${big.hosts} 台主机、${big.hosts * 8} 张卡、${big.running} 台运行中的实例`,
  reference: '十分之一的机群，按主机计',
  aim: { at_most: 1.5 },
  alone: true,
  only_on: 'postgres',
  async run(): Promise<BenchmarkResult> {
    const reference = (await measureFleet(tenth, false)) / tenth.hosts
    const ours = (await measureFleet(big, true)) / big.hosts
    return { slower: ours / reference, ours_ms: ours, reference_ms: reference }
  },
}
