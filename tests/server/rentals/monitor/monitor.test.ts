import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { type Monitor, type MonitorSeries, metricNames, metrics, monitor, monitorBucketsMax } from '#contract/monitor.ts'
import { parseChartTime } from '#server/domains/rentals/monitor/chart-window.ts'
import { rollUpSamples } from '#server/domains/rentals/monitor/rollup.service.ts'
import { listGpuUse, sampleUsage } from '#server/domains/rentals/monitor/samples.service.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { type MeasuredInstance, type MetricsSource, MetricsUnavailable } from '#server/ports/metrics.ts'
import { insertSamples, secondsToMs } from '#tests/server/rentals/monitor/series.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  person = await rental.addPerson({ balance: '1000.00' })
})
afterEach(() => rental.releaseAll(person))
afterAll(() => rental.close())

type Query = { range?: 'run' | '1h' | '6h' | '24h' | '7d' | '30d'; from?: string; to?: string }
const ask = (who: Person, id: string, query: Query = {}) => who.call(monitor.read, { params: { id }, query })
const read = async (id: string, query?: Query): Promise<Monitor> => (await ask(person, id, query)).data
const lineOf = ({ series }: Monitor, metric: MonitorSeries['metric'], card: number | null = null) =>
  series.find((line) => line.metric === metric && line.card === card)!
const shown = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

/** Lets time pass with the sampler at work every 15 s, as the runner does. */
async function sampleFor(totalS: number): Promise<void> {
  for (let passed = 0; passed < totalS; passed += 15) {
    await sampleUsage(rental.deps)
    await rental.tick(secondsToMs(15))
    if (passed % 60 === 45) await rollUpSamples(rental.deps)
  }
}

describe('product §4 Sampling', () => {
  it('writes down each metric of what runs, a row for the instance and one for each card', async () => {
    const id = await rental.rent(person, { gpu_num: 2 })
    await sampleFor(120)
    const rows = await rental.deps.database.kysely
      .selectFrom('usage_samples')
      .selectAll()
      .where('instance_id', '=', id)
      .orderBy('at')
      .execute()
    expect([-1, 0, 1].map((card) => rows.filter((row) => row.card === card).length)).toEqual([8, 8, 8])
    for (const metric of metricNames) {
      const ofCard = metrics[metric].per === 'card'
      for (const row of rows.filter(({ card }) => card >= 0 !== ofCard)) expect(row[metric]).toBeNull()
    }
    expect(rows.filter(({ card }) => card === 1).every(({ gpu_use: gpuUse }) => gpuUse !== null)).toBe(true)
  })

  it('leaves out what stands still, what the engine does not answer for, and survives an engine that is away', async () => {
    const [running, stopped] = [await rental.rent(person), await rental.rent(person)]
    await rental.act(person, stopped, 'shutdown')
    await rental.reach(stopped, instanceStatusCodes.shut_down)
    const count = async () =>
      (await rental.deps.database.kysely.selectFrom('usage_samples').select('instance_id').execute()).map(
        (row) => row.instance_id,
      )
    const usage = rental.deps.compute.usage.bind(rental.deps.compute)
    rental.deps.compute.usage = async () => {
      throw new DriverUnavailable('away')
    }
    const before = (await count()).length
    await sampleUsage(rental.deps)
    expect((await count()).length).toBe(before)
    rental.deps.compute.usage = usage
    await sampleUsage(rental.deps)
    const seen = await count()
    expect(seen).toContain(running)
    expect(seen).not.toContain(stopped)
  })

  it('stores a sample once, however often it is taken', async () => {
    const id = await rental.rent(person)
    for (let again = 0; again < 3; again += 1) await sampleUsage(rental.deps)
    const rows = await rental.deps.database.kysely
      .selectFrom('usage_samples')
      .select('card')
      .where('instance_id', '=', id)
      .execute()
    expect(rows.map(({ card }) => card).sort()).toEqual([-1, 0])
  })
})

describe('product §4 GPU use for the idle rule', () => {
  it('is the highest sample of any card in each minute that is over, and silent about minutes without samples', async () => {
    const { database, clock } = rental.deps
    const minute = new Date(Math.ceil((clock.now().getTime() + 1) / 60_000) * 60_000).getTime()
    await rental.clock.advance(minute - clock.now().getTime() + secondsToMs(241))
    const id = 'guarded'
    await insertSamples(
      database,
      id,
      'gpu_use',
      0,
      [0, 15, 30, 45].map((s) => ({ at: minute + secondsToMs(s), value: 3 })),
    )
    await insertSamples(database, id, 'gpu_use', 1, [
      { at: minute + secondsToMs(15), value: 64 },
      { at: minute + secondsToMs(125), value: 2 },
    ])
    await insertSamples(database, id, 'gpu_use', 0, [{ at: minute + secondsToMs(240), value: 99 }])
    await insertSamples(database, id, 'cpu_use', -1, [{ at: minute + secondsToMs(61), value: 80 }])
    await rollUpSamples(rental.deps)
    const points = await listGpuUse(database.kysely, id, new Date(minute), new Date(minute + secondsToMs(600)))
    expect(points).toEqual([
      { at: new Date(minute), use_percent: 64 },
      { at: new Date(minute + secondsToMs(120)), use_percent: 2 },
    ])
    expect(await listGpuUse(database.kysely, id, new Date(minute + 1), new Date(minute + secondsToMs(179)))).toEqual([])
  })
})

describe('product §4 Charts', () => {
  it.each([
    ['1h', 30],
    ['6h', 120],
    ['24h', 600],
    ['7d', 3600],
    ['30d', 10_800],
  ] as const)('of %s come in %i s', async (range, step) => {
    const id = await rental.rent(person)
    const answer = await read(id, { range })
    expect(answer.step_seconds).toBe(step)
    expect(answer.times.length).toBeLessThanOrEqual(monitorBucketsMax)
    for (const { points } of answer.series)
      for (const column of Object.values(points)) expect(column).toHaveLength(answer.times.length)
  })

  it('keep every peak and every dip, at each resolution', async () => {
    const id = await rental.rent(person)
    const { database } = rental.deps
    const now = rental.clock.now().getTime()
    const samples = Array.from({ length: 240 }, (_, i) => ({ at: now - secondsToMs(3600) + secondsToMs(15 * i), value: 50 }))
    samples[77]!.value = 97
    samples[160]!.value = 1
    await insertSamples(database, id, 'gpu_use', 0, samples)
    // As if they had come one by one.
    await database.kysely.deleteFrom('usage_rollups').execute()
    await rental.clock.advance(secondsToMs(400))
    await rollUpSamples(rental.deps)
    for (const range of ['6h', '24h', '7d', '30d'] as const) {
      const line = lineOf(await read(id, { range }), 'gpu_use', 0)
      expect([line.min, line.max]).toEqual([1, 97])
      expect([Math.min(...shown(line.points.min)), Math.max(...shown(line.points.max))]).toEqual([1, 97])
      expect(line.avg).toBeCloseTo((50 * 238 + 98) / 240, 3)
    }
  })

  it('show what is now, what it may grow to, and gaps as gaps', async () => {
    const id = await rental.rent(person)
    await sampleFor(180)
    await rental.clock.advance(secondsToMs(600))
    await sampleUsage(rental.deps)
    const answer = await read(id, { range: '1h' })
    const memory = lineOf(answer, 'memory_used')
    expect(memory.capacity).toBe(32 * 1024)
    expect(memory.current).toBeGreaterThan(0)
    const at = memory.points.avg.flatMap((value, i) => (value === null ? [] : [i]))
    // Three minutes, a hole of ten, and the last sample.
    expect(at.at(-1)! - at.at(-2)!).toBeGreaterThanOrEqual(19)
    expect(shown(memory.points.avg)).not.toContain(0)
    expect(answer).toMatchObject({ ever_sampled: true, simulated: true })
  })

  it('of what never ran are empty and say so', async () => {
    const { data } = await rental.order(person)
    const answer = await read(data.instance_id!)
    expect(answer.ever_sampled).toBe(false)
    expect(answer.series.map(({ metric }) => metric)).toEqual(metricNames)
    for (const { min, current, points } of answer.series) expect([min, current, shown(points.avg)]).toEqual([null, null, []])
    await rental.reach(data.instance_id!, instanceStatusCodes.running)
  })

  it('name what happened: starts and stops with their reason', async () => {
    const id = await rental.rent(person)
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.tick(secondsToMs(30))
    const { events, series } = await read(id)
    expect(events.map(({ kind, title }) => [kind, title])).toEqual([
      ['start', '开始运行'],
      ['stop', '关机（手动）'],
    ])
    expect(series.every(({ current }) => current === null)).toBe(true)
  })

  it('name a change of price', async () => {
    const id = await rental.rent(person)
    const { kysely } = rental.deps.database
    const first = await kysely.selectFrom('segments').selectAll().where('instance_id', '=', id).executeTakeFirstOrThrow()
    const { id: _, ...segment } = first
    const at = rental.clock.now()
    await kysely.updateTable('segments').set({ ended_at: at }).where('id', '=', first.id).execute()
    await kysely
      .insertInto('segments')
      .values({ ...segment, price_micro: 3_000_000n, started_at: at, ended_at: at })
      .execute()
    await rental.clock.advance(secondsToMs(30))
    const { events } = await read(id)
    expect(events.at(-1)).toEqual({ at: at.toISOString(), kind: 'price', title: '价格由 2.28 变为 3.00 元/小时' })
  })
})

describe('product §4 Charts from an outside source', () => {
  /** Stands for the port as long as one chart is read. */
  async function readWith(id: string, metrics: MetricsSource): Promise<Monitor> {
    rental.deps.metrics = metrics
    try {
      return await read(id)
    } finally {
      delete rental.deps.metrics
    }
  }

  it('show what it knows, and our own samples in every bucket that it does not know', async () => {
    const id = await rental.rent(person)
    await sampleFor(120)
    const own = await read(id)
    const { avg } = lineOf(own, 'cpu_use').points
    const first = avg.findIndex((value) => value !== null)
    const bucket = { at: Date.parse(own.times[first]!), min: 1, avg: 2, max: 3, n: 1 }
    const answer = await readWith(id, { read: async () => [{ metric: 'cpu_use', card: null, buckets: [bucket] }] })
    const { points } = lineOf(answer, 'cpu_use')
    expect([points.min[first], points.avg[first], points.max[first]]).toEqual([1, 2, 3])
    expect(points.avg.slice(first + 1)).toEqual(avg.slice(first + 1))
    expect(lineOf(answer, 'gpu_use', 0)).toEqual(lineOf(own, 'gpu_use', 0))
  })

  it("ask it for a card only while the card was the instance's own", async () => {
    const id = await rental.rent(person)
    const { started_at: startedAt } = await rental.show(person, id)
    await sampleFor(60)
    const asked: MeasuredInstance[] = []
    const source: MetricsSource = {
      read: async (instance) => {
        asked.push(instance)
        return []
      },
    }
    await readWith(id, source)
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.clock.advance(secondsToMs(600))
    await readWith(id, source)
    const [whileRunning, afterwards] = asked.map(({ cards }) => cards)
    expect(whileRunning).toHaveLength(1)
    expect(whileRunning![0]).toMatchObject({ card: 0, from: new Date(startedAt!) })
    expect(whileRunning![0]!.to.getTime()).toBeGreaterThanOrEqual(rental.clock.now().getTime() - secondsToMs(700))
    expect(afterwards).toHaveLength(1)
    expect(afterwards![0]!.to.getTime()).toBeLessThan(rental.clock.now().getTime() - secondsToMs(590))
  })

  it('do not ask it for cards that are only counted, as there the image says which ones they are', async () => {
    const id = await rental.rent(person)
    const { kysely } = rental.deps.database
    const [row] = await kysely.selectFrom('instances').select('host_id').where('id', '=', id).execute()
    await kysely.updateTable('hosts').set({ cards: 'slot' }).where('id', '=', row!.host_id).execute()
    const usage = rental.deps.compute.usage.bind(rental.deps.compute)
    rental.deps.compute.usage = async (refs) =>
      (await usage(refs)).map((sample) => ({
        ...sample,
        gpus: sample.gpus.map((gpu) => ({ ...gpu, slot: gpu.uuid, uuid: 'GPU-told' })),
      }))
    await sampleUsage(rental.deps)
    rental.deps.compute.usage = usage
    const spells = kysely.selectFrom('card_spells').select(['card', 'uuid']).where('instance_id', '=', id)
    expect(await spells.execute()).toEqual([{ card: 0, uuid: 'GPU-told' }])
    const asked: MeasuredInstance[] = []
    const answer = await readWith(id, {
      read: async (instance) => {
        asked.push(instance)
        return []
      },
    })
    expect(asked.map(({ cards }) => cards)).toEqual([[]])
    expect(lineOf(answer, 'gpu_use', 0).current).not.toBeNull()
    await kysely.updateTable('hosts').set({ cards: 'uuid' }).where('id', '=', row!.host_id).execute()
  })

  it('are our own samples while it is away', async () => {
    const id = await rental.rent(person)
    await sampleFor(60)
    const own = await read(id)
    const away: MetricsSource = {
      read: async () => {
        throw new MetricsUnavailable('away')
      },
    }
    expect(await readWith(id, away)).toEqual(own)
    expect(rental.logs.join('')).toContain('does not answer')
  })
})

describe('decision 081 The run as the time of a chart', () => {
  const spanOf = ({ from, to }: Monitor) => [Date.parse(from), Date.parse(to)]

  it('is from the boot until now, then until the stop, and at least five minutes', async () => {
    const id = await rental.rent(person)
    const { data } = await person.call(instances.get, { params: { id } })
    const booted = Date.parse(data.started_at!)
    const young = await read(id, { range: 'run' })
    expect(spanOf(young)).toEqual([rental.clock.now().getTime() - secondsToMs(300), rental.clock.now().getTime()])
    await sampleFor(900)
    expect(spanOf(await read(id, { range: 'run' }))).toEqual([booted, rental.clock.now().getTime()])
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    const stopped = await person.call(instances.get, { params: { id } })
    await rental.tick(secondsToMs(7200))
    expect(spanOf(await read(id, { range: 'run' }))).toEqual([booted, Date.parse(stopped.data.stopped_at!)])
  })

  it('is never longer than samples are kept, and the last hour where the last run is gone', async () => {
    const at = (days: number) => new Date(Date.UTC(2026, 10, days))
    const now = at(60)
    const span = (startedAt: Date | null, stoppedAt: Date | null) => {
      const { from, to } = parseChartTime({ range: 'run' }, { started_at: startedAt, stopped_at: stoppedAt }, now)
      return [(now.getTime() - from.getTime()) / 3_600_000, (now.getTime() - to.getTime()) / 3_600_000]
    }
    expect(span(at(1), null)).toEqual([30 * 24, 0])
    expect(span(at(1), at(10))).toEqual([1, 0])
    expect(span(null, null)).toEqual([1, 0])
    // the stop of the run before says nothing of this one
    expect(span(at(59), at(50))).toEqual([24, 0])
  })
})

describe('product §4 The time of a chart', () => {
  const at = (offsetS: number) => new Date(rental.clock.now().getTime() + secondsToMs(offsetS)).toISOString()
  const day = 86_400

  it.each([
    ['turned around', () => ({ from: at(-60), to: at(-120) }), 'to', '结束时间须晚于开始时间'],
    ['empty', () => ({ from: at(-60), to: at(-60) }), 'to', '结束时间须晚于开始时间'],
    ['in the future', () => ({ from: at(-60), to: at(120) }), 'to', '结束时间不能晚于现在'],
    ['longer than 30 days', () => ({ from: at(-30 * day - 60), to: at(0) }), 'from', '时间范围最长 30 天'],
    ['forgotten', () => ({ from: at(-31 * day), to: at(-20 * day) }), 'from', '监控数据只保留最近 30 天'],
    ['without an end', () => ({ from: at(-60) }), 'to', '请选择结束时间'],
    ['without a beginning', () => ({ to: at(-60) }), 'from', '请选择开始时间'],
    ['given twice', () => ({ range: '1h' as const, from: at(-60), to: at(0) }), 'range', '固定范围与起止时间只能选一种'],
  ] as const)('is refused when it is %s', async (_, query, field, message) => {
    const id = await rental.rent(person)
    const reply = await ask(person, id, query())
    expect([reply.status, reply.code, reply.errors?.[field]]).toEqual([400, resultCodes.invalid.code, [message]])
  })

  it('may be any other, and is never cut into too many pieces', async () => {
    const id = await rental.rent(person)
    for (const length of [1, 30, 61, 3600, 3601, 8_999, 12_345, 2 * day, 3 * day + 17, 29 * day, 30 * day]) {
      for (const back of [0, 7, day, 10 * day]) {
        if (length + back > 30 * day) continue
        const { status, data } = await ask(person, id, { from: at(-length - back), to: at(-back) })
        expect(status).toBe(200)
        expect(data.times.length).toBeGreaterThan(0)
        expect(data.times.length).toBeLessThanOrEqual(monitorBucketsMax)
        expect(Date.parse(data.times[0]!)).toBeLessThanOrEqual(Date.parse(data.from))
        expect(Date.parse(data.times.at(-1)!) + secondsToMs(data.step_seconds)).toBeGreaterThanOrEqual(Date.parse(data.to))
      }
    }
  })
})
