import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { status_codes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { type Job, periodicJobs } from '#server/jobs/jobs.ts'
import { startJobs } from '#server/jobs/runner.ts'
import { until } from '#tests/support/event-stream.ts'
import { region_id } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { type Rental, rentalPlatform } from '#tests/support/rental.ts'

let rental: Rental
const running: Awaited<ReturnType<typeof startJobs>>[] = []
beforeAll(async () => {
  rental = await rentalPlatform()
})
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop()
})
afterAll(() => rental.close())

async function start(jobs: readonly Job[], worker: string): Promise<void> {
  running.push(await startJobs(rental.deps, jobs, worker))
}
const counting = (every_ms: number, run: () => void = () => {}) => {
  const seen = { runs: 0 }
  const job: Job = {
    name: `count-${Math.random()}`,
    every_ms,
    run: async () => {
      seen.runs += 1
      run()
    },
  }
  return { job, seen }
}

describe('The runner', () => {
  it('brings an instance up, meters it and lets it go, with nobody else doing anything', async () => {
    await start(
      periodicJobs(() => region_id),
      'w1',
    )
    const person = await rental.addPerson()
    const id = (await rental.order(person)).data.instance_id!
    const status = async () => (await rental.show(person, id)).status
    let now: number = await status()
    const reach = async (wanted: number, step_ms: number) => {
      while (now !== wanted) {
        await until(rental.clock, () => true, step_ms)
        await rental.clock.advance(step_ms)
        now = await status()
      }
    }
    await reach(status_codes.running, 250)
    for (let minute = 0; minute < 65; minute += 1) {
      await rental.clock.advance(60_000)
      await status()
    }
    expect(Number((await rental.walletOf(person)).consumed)).toBeGreaterThan(2)
    await rental.act(person, id, 'shutdown')
    await reach(status_codes.shut_down, 250)
    expect(await rental.audit()).toEqual([])
  })

  it('lets nobody wait for an image that somebody else pulls', async () => {
    const [slow, quick] = [await rental.addPerson(), await rental.addPerson()]
    const pull = vi
      .spyOn(rental.deps.compute, 'ensureImage')
      .mockImplementationOnce(
        (_image, _onProgress, signal) =>
          new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('cut')))),
      )
    await start([], 'w1')
    const waiting = (await rental.order(slow)).data.instance_id!
    await until(rental.clock, () => pull.mock.calls.length === 1, 250)
    const id = (await rental.order(quick)).data.instance_id!
    const status = async (of: Person, instance: string) => (await rental.show(of, instance)).status
    const reach = async (wanted: number) => {
      while ((await status(quick, id)) !== wanted) await rental.clock.advance(250)
    }
    await reach(status_codes.running)
    await rental.act(quick, id, 'shutdown')
    await reach(status_codes.shut_down)
    expect(await status(slow, waiting)).toBe(status_codes.creating)
    await rental.act(slow, waiting, 'release')
    while ((await slow.call(instances.list)).data.length > 0) await rental.clock.advance(500)
    pull.mockRestore()
  })

  it('runs a periodic job on one of two nodes, and on the other when the first is gone', async () => {
    const { job, seen } = counting(10_000)
    await start([job], 'w1')
    await start([job], 'w2')
    await until(rental.clock, () => seen.runs >= 10, 1_000)
    const elapsed_runs = seen.runs
    expect(elapsed_runs).toBeLessThanOrEqual(11)
    await running.shift()!.stop()
    await until(rental.clock, () => seen.runs >= elapsed_runs + 5, 1_000)
  })

  it('goes on after a job that fails, and says so in the log', async () => {
    const { job, seen } = counting(1_000, () => {
      throw new Error('went wrong')
    })
    await start([job], 'w1')
    await until(rental.clock, () => seen.runs >= 3, 500)
    expect(rental.logs.filter((line) => line.includes('job failed') && line.includes(job.name)).length).toBeGreaterThanOrEqual(2)
  })

  it('goes on after the clock was set back by forty days', async () => {
    const { job, seen } = counting(10_000)
    await start([job], 'w1')
    await until(rental.clock, () => seen.runs >= 2, 1_000)
    rental.clock.jump(-40 * 86_400_000)
    const before = seen.runs
    await until(rental.clock, () => seen.runs >= before + 3, 1_000)
    rental.clock.jump(40 * 86_400_000)
  })

  it('begins another watch, after a pause, when one ends or fails, until it is stopped', async () => {
    const begun: number[] = []
    const watch = vi.spyOn(rental.deps.compute, 'watch').mockImplementation(async () => {
      begun.push(rental.clock.now().getTime())
      if (begun.length % 2 === 0) throw new Error('no engine')
    })
    await start([], 'w1')
    await until(rental.clock, () => begun.length >= 4, 500)
    for (const [i, at] of begun.slice(1).entries()) expect(at - begun[i]!).toBeGreaterThanOrEqual(5_000)
    await running.shift()!.stop()
    const before_the_stop = begun.length
    await rental.clock.advance(60_000)
    expect(begun).toHaveLength(before_the_stop)
    watch.mockRestore()
  })

  it('stops only when what was under way is over', async () => {
    let finish: (() => void) | undefined
    let over = false
    const job: Job = {
      name: 'long',
      every_ms: 1_000,
      run: () =>
        new Promise<void>((resolve) => {
          finish = () => {
            over = true
            resolve()
          }
        }),
    }
    const jobs = await startJobs(rental.deps, [job], 'w1')
    await until(rental.clock, () => finish !== undefined)
    const stopped = jobs.stop().then(() => over)
    await rental.clock.advance(60_000)
    finish?.()
    expect(await stopped).toBe(true)
  })
})
