import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { advanceUntil } from '#tests/support/event-stream.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  const delays = { pulling_ms: 3_000 }
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)],
    delays,
    images: ['zhisuan/pytorch:2.6'],
  })
  person = await rental.addPerson()
})
afterAll(() => rental.close())

/** Lets time pass while the worker waits for a pull, with a look at each moment. */
async function whileTimePasses(work: Promise<void>, look = async () => {}): Promise<void> {
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  while (!done) {
    await rental.clock.advance(100)
    await look()
  }
  await ended
}

const stepsOf = async (id: string) => (await rental.show(person, id)).steps

describe('product §4 Creation is steps, each with its times', () => {
  it('from the host to the finished container, with the share of the image that is there', async () => {
    const { data: order } = await rental.order(person)
    const id = order.instance_id!
    expect((await stepsOf(id)).map(({ key, state }) => [key, state])).toEqual([
      ['schedule', 'process'],
      ['image', 'wait'],
      ['create', 'wait'],
      ['boot', 'wait'],
      ['ready', 'wait'],
    ])
    const seen = new Set<string | null>()
    await whileTimePasses(rental.reconcile(), async () => void seen.add((await stepsOf(id))[1]!.detail))
    expect([...seen].some((detail) => /^\d0%$/.test(detail ?? ''))).toBe(true)
    await rental.reach(id, instanceStatusCodes.running)
    const steps = await stepsOf(id)
    expect(steps.map(({ state }) => state)).toEqual(Array(5).fill('finish'))
    // A step that was over before anybody looked has no times.
    const times = steps.flatMap(({ started_at: startedAt, finished_at: finishedAt }) =>
      startedAt && finishedAt ? [startedAt, finishedAt] : [],
    )
    expect(times.length).toBeGreaterThanOrEqual(6)
    expect([...times].sort()).toEqual(times)
    expect(steps[1]!.detail).toBe('100%')
    const pulledMs = new Date(steps[1]!.finished_at!).getTime() - new Date(steps[1]!.started_at!).getTime()
    expect(pulledMs).toBeGreaterThanOrEqual(3_000)
    expect(steps.map(({ title }) => title)).toEqual(['分配主机和 GPU', '准备镜像', '创建容器', '启动系统', '可以使用'])
  })

  it('of the next boot are new ones', async () => {
    const { id } = (await person.call(instances.list)).data[0]!
    const before = await stepsOf(id)
    await rental.act(person, id, 'restart')
    await rental.reach(id, instanceStatusCodes.running)
    const after = await stepsOf(id)
    expect(after.map(({ state }) => state)).toEqual(Array(5).fill('finish'))
    expect(after[0]!.started_at! > before[4]!.finished_at!).toBe(true)
    await rental.releaseAll(person)
  })

  it('say where it failed and why', async () => {
    rental.faults.pull_error = 'ImageNotFound'
    const { data: order } = await rental.order(person)
    await rental.tick(5_000)
    rental.faults.pull_error = undefined
    expect(await rental.show(person, order.instance_id!)).toMatchObject({ status: instanceStatusCodes.abnormal, reason: 'fault' })
    const steps = await stepsOf(order.instance_id!)
    expect(steps.map(({ state }) => state)).toEqual(['finish', 'error', 'wait', 'wait', 'wait'])
    expect(steps[1]!.detail).toBe('镜像不存在或已下线。')
    await rental.releaseAll(person)
    expect(await rental.audit()).toEqual([])
  })
})

describe('product §4 A pull that stalls', () => {
  /** The image of the next start never comes; answers what became of its pull. */
  function stall() {
    const pull = { cut: false }
    vi.spyOn(rental.deps.compute, 'ensureImage').mockImplementationOnce((_host, _image, _onProgress, signal) => {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          pull.cut = true
          reject(new DriverUnavailable('call was cancelled'))
        })
      })
    })
    return pull
  }

  it('ends when nothing of it has come for half an hour', async () => {
    const pull = stall()
    const id = (await rental.order(person)).data.instance_id!
    const orderedMs = rental.clock.now().getTime()
    const work = rental.reconcile()
    await advanceUntil(rental.clock, () => pull.cut, 30_000)
    expect(rental.clock.now().getTime() - orderedMs).toBeGreaterThan(30 * 60_000)
    await whileTimePasses(work)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.abnormal, reason: 'fault' })
    expect((await stepsOf(id))[1]).toMatchObject({ state: 'error', detail: '镜像连续 30 分钟没有进展，已停止拉取。' })
    await rental.releaseAll(person)
  })

  it('ends when the instance is released, which does not wait', async () => {
    const pull = stall()
    const id = (await rental.order(person)).data.instance_id!
    const orderedMs = rental.clock.now().getTime()
    const work = rental.reconcile()
    await advanceUntil(rental.clock, () => rental.clock.now().getTime() > orderedMs + 10_000, 1_000)
    expect(pull.cut).toBe(false)
    await rental.act(person, id, 'release')
    await advanceUntil(rental.clock, () => pull.cut, 100)
    expect(rental.clock.now().getTime() - orderedMs).toBeLessThan(30 * 60_000)
    await whileTimePasses(work)
    expect((await person.call(instances.list)).data).toEqual([])
    expect(await rental.audit()).toEqual([])
  })
})
