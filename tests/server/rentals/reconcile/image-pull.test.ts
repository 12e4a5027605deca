import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { DriverUnavailable, PullFailed } from '#server/ports/driver-errors.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'
import { StreamReader } from '#tests/support/event-stream.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const minuteMs = 60_000
const gib = 2 ** 30
const imageBytes = 10 * gib

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)], delays: { pulling_ms: 3_000 } })
  person = await rental.addPerson()
})
afterEach(async () => {
  vi.restoreAllMocks()
  rental.faults.pull_error = undefined
  await rental.releaseAll(person)
})
afterAll(() => rental.close())

const order = async () => (await rental.order(person)).data.instance_id!
const shown = (id: string) => rental.show(person, id)
const listed = async (id: string) => (await person.call(instances.list)).data.find((row) => row.id === id)!
const failures = async (id: string) =>
  (await person.call(instances.events, { params: { id } })).data.filter(({ title }) => title === '镜像拉取失败')

/** Who sleeps while an image comes: the engine, the lease, and the look at whether it is still waited for. */
const sleepers = 3
/** Gives those who have woken the time that a real clock would leave them to ask the database. */
async function unhurried(): Promise<void> {
  for (let nth = 0; nth === 0 || (nth < 30 && rental.clock.sleeping < sleepers); nth += 1) await person.call(instances.list)
}

/** Lets time pass in `stepMs` until the work is done, with a look at each moment. */
async function during(work: Promise<unknown>, look: () => Promise<unknown> = unhurried, stepMs = 100): Promise<void> {
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  while (!done) {
    await rental.clock.advance(stepMs)
    await look()
  }
  await ended
}

const at = (share: number): PullProgress => ({
  percent: Math.floor(share * 100),
  done_bytes: Math.floor(share * imageBytes),
  total_bytes: imageBytes,
  unpacked_bytes: 0,
})

/** The next tries to fetch an image, each told by what the engine says of it. */
function pulls(...tries: ((say: (progress: PullProgress) => void, sleep: (ms: number) => Promise<void>) => Promise<void>)[]) {
  const spy = vi.spyOn(rental.deps.compute, 'ensureImage')
  for (const one of tries) {
    spy.mockImplementationOnce(async (_host, _image, say, signal) => {
      const sleep = async (ms: number) => {
        await rental.clock.sleep(ms, signal)
        if (signal?.aborted) throw new DriverUnavailable('call was cancelled')
      }
      await one(say, sleep)
    })
  }
  return spy
}

describe('While an image is on its way, the instance says how far it is', () => {
  it('in list, detail and steps: bytes, all of them, and percents that only grow, then nothing more', async () => {
    const id = await order()
    expect((await shown(id)).pull).toBeNull()
    const seen: Awaited<ReturnType<typeof shown>>[] = []
    await during(rental.reconcile(), async () => {
      await unhurried()
      const now = await shown(id)
      if (!now.pull) return
      seen.push(now)
      const row = await listed(id)
      expect(row.pull?.percent ?? 100).toBeGreaterThanOrEqual(now.pull.percent) // read a moment later
    })
    const percents = seen.map(({ pull }) => pull!.percent)
    expect(new Set(percents).size).toBeGreaterThanOrEqual(3)
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
    for (const { pull, steps } of seen) {
      expect(pull).toMatchObject({ last_error: null, retry_at: null })
      expect(pull!.total_bytes).toBeGreaterThan(gib)
      expect(pull!.done_bytes! / pull!.total_bytes!).toBeCloseTo(pull!.percent / 100, 2)
      expect(steps[1]!.detail).toMatch(/^\d+%$/)
      expect(Number.parseInt(steps[1]!.detail!, 10)).toBeGreaterThanOrEqual(pull!.percent) // read a moment later
    }
    await rental.reach(id, instanceStatusCodes.running)
    expect((await shown(id)).pull).toBeNull()
  })

  it('on the stream', async () => {
    await rental.app.listen({ port: 0, host: '127.0.0.1' })
    const reader = new StreamReader(rental.app, '0')
    reader.open(await person.token())
    const told = () => reader.events.filter(({ data }) => JSON.stringify(data).includes('"pull":{"percent"'))
    pulls(async (say, sleep) => {
      say(at(0.4))
      while (told().length === 0) await sleep(1_000)
      say({ ...at(1), percent: 100 })
    })
    const id = await order()
    await during(rental.reconcile())
    expect(JSON.stringify(told()[0]!.data)).toContain(id)
    reader.cut()
  })

  it('with a bound on what is written and streamed, however often the engine speaks', async () => {
    const [ticks, tickMs] = [3_000, 10]
    pulls(async (say, sleep) => {
      for (let n = 1; n <= ticks; n += 1) {
        say(at(n / ticks / 2))
        if (n % 10 === 0) await sleep(10 * tickMs)
      }
      say({ ...at(1), percent: 100 })
    })
    const id = await order()
    const events = () =>
      rental.deps.database.kysely.selectFrom('stream_events').select('message').where('user_id', '=', person.id).execute()
    const before = (await events()).length
    await during(rental.reconcile())
    const written = (await events()).slice(before).filter(({ message }) => JSON.stringify(message).includes(id))
    expect(written.length).toBeGreaterThan(10)
    expect(written.length).toBeLessThanOrEqual((ticks * tickMs) / 1_000 + 5)
  })

  it('and a try that begins anew takes nothing back', async () => {
    pulls(
      async (say, sleep) => {
        say(at(0.6))
        await sleep(2_000)
        throw new PullFailed('broken', 'unexpected EOF')
      },
      async (say, sleep) => {
        say(at(0.1))
        await sleep(2_000)
        say(at(0.7))
        await sleep(2_000)
        say({ ...at(1), percent: 100 })
      },
    )
    const id = await order()
    const seen: number[] = []
    const look = async () => {
      const { pull } = await shown(id)
      if (pull) seen.push(pull.percent)
    }
    await during(rental.reconcile(), look)
    await rental.clock.advance(1_000)
    await during(rental.reconcile(), look)
    expect([...new Set(seen)]).toEqual([60, 70])
  })
})

describe('A try to fetch an image that fails', () => {
  it.each([
    ['unreachable', '镜像仓库暂时无法连接。'],
    ['disk_full', '主机的磁盘空间不足，放不下这个镜像。'],
    ['limited', '镜像仓库限制了拉取的次数。'],
  ] as const)('(%s) is said with what happens next, and forgotten once the image comes', async (fault, words) => {
    rental.faults.pull_error = fault
    const id = await order()
    await rental.reconcile()
    const { pull, steps, status } = await shown(id)
    expect(status).toBe(instanceStatusCodes.creating)
    expect(pull).toMatchObject({ last_error: words, percent: 0 })
    expect(Date.parse(pull!.retry_at!)).toBeGreaterThan(rental.clock.now().getTime())
    const detail = `${words}平台会自动重试，连续 30 分钟没有进展才停止，期间不计费。`
    expect(steps[1]).toMatchObject({ state: 'process', detail })
    expect((await failures(id)).map((event) => event.detail)).toEqual([detail])
    expect((await listed(id)).pull!.last_error).toBe(words)
    rental.faults.pull_error = undefined
    await rental.clock.advance(2_000)
    await during(rental.reconcile())
    expect((await shown(id)).steps[1]!.detail).toBe('100%')
  })

  it('again and again with the same trouble is on the timeline once', async () => {
    rental.faults.pull_error = 'unreachable'
    const id = await order()
    await rental.tick(5 * minuteMs)
    expect(await failures(id)).toHaveLength(1)
    expect((await shown(id)).status).toBe(instanceStatusCodes.creating)
  })

  it('for want of permission is not tried again', async () => {
    rental.faults.pull_error = 'not_allowed'
    const id = await order()
    await rental.tick(5_000)
    expect(await shown(id)).toMatchObject({ status: instanceStatusCodes.abnormal, pull: null })
    expect((await shown(id)).steps[1]).toMatchObject({ state: 'error', detail: '平台没有拉取这个镜像的权限，请联系客服。' })
  })
})

describe('A pull ends for want of progress, and never for its length', () => {
  it('goes on for hours while a little of it comes', async () => {
    const hours = 3
    pulls(async (say, sleep) => {
      for (let n = 0; n < hours * 3; n += 1) {
        say({ ...at(0.2), done_bytes: at(0.2).done_bytes! + n })
        await sleep(20 * minuteMs)
      }
      say({ ...at(1), percent: 100 })
    })
    const id = await order()
    await during(rental.reconcile(), undefined, 1_000 * 60)
    await rental.reach(id, instanceStatusCodes.running)
  })

  it('goes on while it is unpacked, when nothing more is to be fetched', async () => {
    pulls(async (say, sleep) => {
      for (let n = 1; n <= 4; n += 1) {
        say({ ...at(1), percent: 99, unpacked_bytes: n })
        await sleep(20 * minuteMs)
      }
      say({ ...at(1), percent: 100 })
    })
    const id = await order()
    await during(rental.reconcile(), undefined, minuteMs)
    await rental.reach(id, instanceStatusCodes.running)
  })

  it('ends half an hour after the last of it came', async () => {
    let stalledAt = 0
    pulls(async (say, sleep) => {
      say(at(0.1))
      await sleep(25 * minuteMs)
      say(at(0.2))
      stalledAt = rental.clock.now().getTime()
      await sleep(24 * 60 * minuteMs)
    })
    const id = await order()
    await during(rental.reconcile(), undefined, 10_000)
    const tookMs = rental.clock.now().getTime() - stalledAt
    expect(tookMs).toBeGreaterThan(30 * minuteMs)
    expect(tookMs).toBeLessThan(31 * minuteMs)
    expect((await shown(id)).status).toBe(instanceStatusCodes.abnormal)
    expect((await shown(id)).steps[1]).toMatchObject({ state: 'error', detail: '镜像连续 30 分钟没有进展，已停止拉取。' })
  })

  it('of tries that all fail says why the last one did', async () => {
    rental.faults.pull_error = 'unreachable'
    const id = await order()
    await rental.tick(29 * minuteMs)
    expect((await shown(id)).status).toBe(instanceStatusCodes.creating)
    await rental.tick(3 * minuteMs)
    expect((await shown(id)).status).toBe(instanceStatusCodes.abnormal)
    expect((await shown(id)).steps[1]!.detail).toBe(
      '镜像连续 30 分钟没有进展，已停止拉取。最后一次失败的原因：镜像仓库暂时无法连接。',
    )
  })
})
