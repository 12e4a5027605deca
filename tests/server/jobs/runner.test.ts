import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { buildPeriodicJobs, type Job } from '#server/jobs/jobs.ts'
import { startJobs } from '#server/jobs/runner.ts'
import type { OnInstanceChange } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { advanceUntil } from '#tests/support/event-stream.ts'
import { testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
const running: Awaited<ReturnType<typeof startJobs>>[] = []
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop()
})
afterAll(() => rental.close())

async function start(jobs: readonly Job[], worker: string): Promise<void> {
  running.push(await startJobs(rental.deps, jobs, worker))
}
const counting = (everyMs: number, run: () => void = () => {}) => {
  const seen = { runs: 0 }
  const job: Job = {
    name: `count-${Math.random()}`,
    every_ms: everyMs,
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
      buildPeriodicJobs(() => testRegionId),
      'w1',
    )
    const person = await rental.addPerson()
    const id = (await rental.order(person)).data.instance_id!
    const status = async () => (await rental.show(person, id)).status
    let now: number = await status()
    const reach = async (wanted: number, stepMs: number) => {
      while (now !== wanted) {
        await advanceUntil(rental.clock, () => true, stepMs)
        await rental.clock.advance(stepMs)
        now = await status()
      }
    }
    await reach(instanceStatusCodes.running, 250)
    for (let minute = 0; minute < 65; minute += 1) {
      await rental.clock.advance(60_000)
      await status()
    }
    expect(Number((await rental.walletOf(person)).consumed)).toBeGreaterThan(2)
    await rental.act(person, id, 'shutdown')
    await reach(instanceStatusCodes.shut_down, 250)
    expect(await rental.audit()).toEqual([])
  })

  it('lets nobody wait for an image that somebody else pulls', async () => {
    const [slow, quick] = [await rental.addPerson(), await rental.addPerson()]
    const pull = vi
      .spyOn(rental.deps.compute, 'ensureImage')
      .mockImplementationOnce(
        (_host, _image, _onProgress, signal) =>
          new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('cut')))),
      )
    await start([], 'w1')
    const waiting = (await rental.order(slow)).data.instance_id!
    await advanceUntil(rental.clock, () => pull.mock.calls.length === 1, 250)
    const id = (await rental.order(quick)).data.instance_id!
    const status = async (of: Person, instance: string) => (await rental.show(of, instance)).status
    const reach = async (wanted: number) => {
      while ((await status(quick, id)) !== wanted) await rental.clock.advance(250)
    }
    await reach(instanceStatusCodes.running)
    await rental.act(quick, id, 'shutdown')
    await reach(instanceStatusCodes.shut_down)
    expect(await status(slow, waiting)).toBe(instanceStatusCodes.creating)
    await rental.act(slow, waiting, 'release')
    while ((await slow.call(instances.list)).data.length > 0) await rental.clock.advance(500)
    pull.mockRestore()
  })

  it('ends without waiting for a pull, which the next one carries on with', async () => {
    const person = await rental.addPerson()
    let cut = false
    const pull = vi.spyOn(rental.deps.compute, 'ensureImage').mockImplementationOnce(
      (_host, _image, _onProgress, signal) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => {
            cut = true
            reject(new DriverUnavailable('cut'))
          }),
        ),
    )
    await start([], 'w1')
    const id = (await rental.order(person)).data.instance_id!
    await advanceUntil(rental.clock, () => pull.mock.calls.length === 1, 250)
    await running.shift()!.stop()
    expect(cut).toBe(true)
    await start([], 'w2')
    while ((await rental.show(person, id)).status !== instanceStatusCodes.running) await rental.clock.advance(250)
    expect(pull.mock.calls.length).toBeGreaterThanOrEqual(2)
    pull.mockRestore()
  })

  it('runs a periodic job on one of two nodes, and on the other when the first is gone', async () => {
    const { job, seen } = counting(10_000)
    await start([job], 'w1')
    await start([job], 'w2')
    await advanceUntil(rental.clock, () => seen.runs >= 10, 1_000)
    const elapsedRuns = seen.runs
    expect(elapsedRuns).toBeLessThanOrEqual(11)
    await running.shift()!.stop()
    await advanceUntil(rental.clock, () => seen.runs >= elapsedRuns + 5, 1_000)
  })

  it('goes on after a job that fails, and says so in the log', async () => {
    const { job, seen } = counting(1_000, () => {
      throw new Error('went wrong')
    })
    await start([job], 'w1')
    await advanceUntil(rental.clock, () => seen.runs >= 3, 500)
    expect(rental.logs.filter((line) => line.includes('job failed') && line.includes(job.name)).length).toBeGreaterThanOrEqual(2)
  })

  it('goes on after the clock was set back by forty days', async () => {
    const { job, seen } = counting(10_000)
    await start([job], 'w1')
    await advanceUntil(rental.clock, () => seen.runs >= 2, 1_000)
    rental.clock.jump(-40 * 86_400_000)
    const before = seen.runs
    await advanceUntil(rental.clock, () => seen.runs >= before + 3, 1_000)
    rental.clock.jump(40 * 86_400_000)
  })

  it('begins another watch, after a pause, when one ends or fails, until it is stopped', async () => {
    const begun: number[] = []
    const watch = vi.spyOn(rental.deps.compute, 'watch').mockImplementation(async () => {
      begun.push(rental.clock.now().getTime())
      if (begun.length % 2 === 0) throw new Error('no engine')
    })
    await start([], 'w1')
    await advanceUntil(rental.clock, () => begun.length >= 4, 500)
    for (const [i, at] of begun.slice(1).entries()) expect(at - begun[i]!).toBeGreaterThanOrEqual(5_000)
    await running.shift()!.stop()
    const beforeTheStop = begun.length
    await rental.clock.advance(60_000)
    expect(begun).toHaveLength(beforeTheStop)
    watch.mockRestore()
  })

  /** A watch that says what the test says, and ends when the test has it end. */
  function heardWatch() {
    let wake: OnInstanceChange | undefined
    let end = () => {}
    const spy = vi.spyOn(rental.deps.compute, 'watch').mockImplementation((heard, signal) => {
      wake = heard
      return new Promise((resolve) => {
        end = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    })
    return { say: (...told: Parameters<OnInstanceChange>) => wake!(...told), end: () => end(), restore: () => spy.mockRestore() }
  }
  const statusOf = async (person: Person, id: string) => (await rental.show(person, id)).status
  async function rented(): Promise<{ person: Person; id: string }> {
    const person = await rental.addPerson()
    return { person, id: await rental.rent(person) }
  }

  it('looks at once at what the engine says has ended, without any sweep', async () => {
    const heard = heardWatch()
    const { person, id } = await rented()
    await start([], 'w1')
    rental.faults.crashes.set(id, { reason: 'ExitedError', exit_code: 1 })
    heard.say(id, 'state')
    while ((await statusOf(person, id)) !== instanceStatusCodes.abnormal) await rental.clock.advance(10)
    heard.restore()
  })

  it('looks twice at what was killed or has vanished, a moment apart', async () => {
    const heard = heardWatch()
    const [killed, gone] = [await rented(), await rented()]
    await start([], 'w1')
    rental.faults.crashes.set(killed.id, { reason: 'Killed', exit_code: 137 })
    rental.faults.removals.set(gone.id, { system: true, data: false })
    const begun = rental.clock.now().getTime()
    for (const { id } of [killed, gone]) heard.say(id, 'state')
    for (const { person, id } of [killed, gone])
      while ((await statusOf(person, id)) !== instanceStatusCodes.abnormal) await rental.clock.advance(100)
    const tookMs = rental.clock.now().getTime() - begun
    expect(tookMs).toBeGreaterThanOrEqual(2_000)
    expect(tookMs).toBeLessThan(15_000)
    heard.restore()
  })

  it('takes a kill for the end of the engine that is gone a moment later, and boots again when it is back', async () => {
    const heard = heardWatch()
    const { person, id } = await rented()
    await start([], 'w1')
    rental.faults.crashes.set(id, { reason: 'Killed', exit_code: 143 })
    heard.say(id, 'state')
    const noted = rental.deps.database.kysely.selectFrom('instances').select('missing_since').where('id', '=', id)
    while (!(await noted.executeTakeFirstOrThrow()).missing_since) await rental.clock.advance(10)
    rental.faults.unavailable = true
    heard.end()
    while (!(await rental.show(person, id)).unseen_since) await rental.clock.advance(100)
    expect(await statusOf(person, id)).toBe(instanceStatusCodes.running)
    rental.faults.unavailable = false
    await rental.observe()
    expect(await statusOf(person, id)).toBe(instanceStatusCodes.starting)
    heard.restore()
  })

  it('writes on the timeline that memory ran out in an instance that runs on, once a minute', async () => {
    const heard = heardWatch()
    const { person, id } = await rented()
    await start([], 'w1')
    const told = async () => {
      const { data } = await person.call(instances.events, { params: { id } })
      return data.filter(({ title }) => title === '内存不足').length
    }
    for (let kill = 0; kill < 3; kill += 1) heard.say(id, 'oom')
    while ((await told()) === 0) await rental.clock.advance(10)
    await rental.clock.advance(61_000)
    heard.say(id, 'oom')
    while ((await told()) < 2) await rental.clock.advance(10)
    expect(await told()).toBe(2)
    expect(await statusOf(person, id)).toBe(instanceStatusCodes.running)
    heard.restore()
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
    await advanceUntil(rental.clock, () => finish !== undefined)
    const stopped = jobs.stop().then(() => over)
    await rental.clock.advance(60_000)
    finish?.()
    expect(await stopped).toBe(true)
  })
})
