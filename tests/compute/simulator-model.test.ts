import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { InstanceSpec, ObservedInstance } from '#server/ports/compute.ts'
import { DriverError } from '#server/ports/driver-errors.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import { getRandomRuns } from '#tests/support/random-runs.ts'
import { createSimulatorWorld, type SimulatorWorld } from './simulator-world.ts'
import { buildTestInstanceSpec } from './world.ts'

const ids = ['a', 'b', 'c'] as const
// what a lost host has is unknown, also where it had stopped before and its cards went to another
const holding = new Set(['pulling', 'creating', 'starting', 'running', 'stopping'])

type Step =
  | { do: 'start'; id: string; generation: number; cards: number[] }
  | { do: 'stop'; id: string; grace: number }
  | { do: 'remove'; id: string }
  | { do: 'save'; id: string; name: number }
  | { do: 'unsave'; name: number }
  | { do: 'wait'; ms: number }
  | { do: 'jump'; ms: number }
  | { do: 'restart' }
  | { do: 'fault'; fault: 'down' | 'answers' | 'pull' | 'host' | 'slow' | 'crash' | 'copy' }
  | { do: 'heal' }

const id = fc.constantFrom(...ids)
const generation = fc.integer({ min: 1, max: 3 })
const name = fc.integer({ min: 1, max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('start' as const), id, generation, cards: fc.subarray([0, 1]) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('stop' as const), id, grace: fc.constantFrom(0, 1, 30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save' as const), id, name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unsave' as const), name }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 900, 2000, 10_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('jump' as const), ms: fc.constantFrom(-3_600_000, -5, 5, 3_600_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom(
        'down' as const,
        'answers' as const,
        'pull' as const,
        'host' as const,
        'slow' as const,
        'crash' as const,
        'copy' as const,
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('heal' as const) }) },
)

function heal({ faults }: SimulatorWorld): void {
  Object.assign(faults, { unavailable: false, lost_answers: 0, pull_error: undefined, slow_stop_ms: 0, interrupted_copies: 0 })
  faults.lost_hosts.clear()
  faults.crashes.clear()
}

function cause(world: SimulatorWorld, fault: Extract<Step, { do: 'fault' }>['fault']): void {
  const { faults } = world
  if (fault === 'down') faults.unavailable = true
  else if (fault === 'answers') faults.lost_answers = 1
  else if (fault === 'pull') faults.pull_error = 'unreachable'
  else if (fault === 'host') faults.lost_hosts.add('sim-1')
  else if (fault === 'copy') faults.interrupted_copies = 1
  else if (fault === 'slow') faults.slow_stop_ms = 60_000
  else for (const one of ids) faults.crashes.set(one, { reason: 'ExitedError', exit_code: 1 })
}

class Run {
  readonly world: SimulatorWorld
  /** Highest generation ever asked for, as the database would know it. */
  readonly generations = new Map<string, number>()

  /** Names under which a disk was saved, and not removed since. */
  readonly saved = new Set<number>()

  constructor(world: SimulatorWorld) {
    this.world = world
  }

  async spec(one: string, cards: readonly number[], asked: number): Promise<InstanceSpec> {
    return withoutOutages(this.world, async () => {
      const [host] = await describeHosts(this.world.driver)
      return buildTestInstanceSpec(this.world, one, {
        generation: asked,
        gpu_uuids: cards.map((card) => host!.gpus[card]!.uuid),
      })
    })
  }

  async take(taken: Step): Promise<void> {
    const { world } = this
    if (taken.do === 'wait') return world.clock.advance(taken.ms)
    if (taken.do === 'jump') return world.clock.jump(taken.ms)
    if (taken.do === 'restart') return world.restart()
    if (taken.do === 'heal') return heal(world)
    if (taken.do === 'fault') return cause(world, taken.fault)
    if (taken.do === 'unsave') return this.unsave(taken.name)
    const known = this.generations.get(taken.id) ?? 1
    const spec = await this.spec(
      taken.id,
      taken.do === 'start' ? taken.cards : [],
      taken.do === 'start' ? taken.generation : known,
    )
    if (taken.do === 'start') {
      this.generations.set(taken.id, Math.max(known, taken.generation))
      await allowed(world.driver.ensureRunning(spec))
    } else if (taken.do === 'save') {
      if (await allowed(world.driver.snapshot(spec, `saved/n${taken.name}:1`, () => undefined))) this.saved.add(taken.name)
    } else if (taken.do === 'stop') await allowed(world.driver.ensureStopped(spec, { grace_seconds: taken.grace }))
    else if (await allowed(world.driver.ensureAbsent(spec))) await this.isGone(taken.id)
  }

  async unsave(one: number): Promise<void> {
    if (await allowed(this.world.driver.removeImage(`saved/n${one}:1`))) this.saved.delete(one)
  }

  /** At most one live object an id, no card twice, and the folders are those of the list. */
  async check(): Promise<void> {
    const { world } = this
    if (world.faults.unavailable) return
    const listed = await withoutOutages(world, () => listObjects(world.driver))
    const names = listed.map(({ ref }) => ref.id)
    expect(new Set(names).size).toBe(names.length)
    const live = listed.filter(({ phase }) => holding.has(phase))
    const cards = (await Promise.all(live.map((seen) => this.cardsOf(seen)))).flat()
    expect(new Set(cards).size).toBe(cards.length)
    expect((await readdir(join(world.dir, 'instances'))).sort()).toEqual(names.sort())
    for (const seen of listed) {
      const observed = await withoutOutages(world, () => world.driver.observe({ ...seen.ref, host: 'sim-1' }))
      expect(observed).toEqual({ ...seen, observed_at: world.clock.now() })
    }
  }

  /** What was saved and not removed has its files, and can be had; what was not cannot. */
  async checkImages(): Promise<void> {
    heal(this.world)
    for (const one of [1, 2, 3]) {
      const fetched = this.world.driver.ensureImage('sim-1', `saved/n${one}:1`, () => undefined)
      expect(await allowed(fetched)).toBe(this.saved.has(one))
    }
    const files = await readdir(join(this.world.dir, 'images'))
    expect(files.filter((file) => /^\w+$/.test(file))).toHaveLength(this.saved.size)
  }

  async cardsOf({ ref }: ObservedInstance): Promise<readonly string[]> {
    const text = await readFile(join(this.world.dir, 'instances', ref.id, 'record.json'), 'utf8')
    return (JSON.parse(text) as { spec: InstanceSpec }).spec.gpu_uuids
  }

  async isGone(one: string): Promise<void> {
    const listed = await withoutOutages(this.world, () => listObjects(this.world.driver))
    expect(listed.map(({ ref }) => ref.id)).not.toContain(one)
    expect(await readdir(join(this.world.dir, 'instances'))).not.toContain(one)
    expect(await readdir(join(this.world.dir, 'trash'))).toEqual([])
  }

  /** Without faults, ten rounds of asking bring up one instance and remove all. */
  async converge(): Promise<void> {
    const { world } = this
    heal(world)
    for (const one of ids) {
      const spec = await this.spec(one, [0], (this.generations.get(one) ?? 1) + 1)
      for (const rival of ids.filter((other) => other !== one)) {
        await world.driver.ensureAbsent({ ...spec, id: rival, generation: 99 })
      }
      for (let round = 0; round < 10; round += 1) {
        await world.driver.ensureRunning(spec)
        await world.clock.advance(2000)
      }
      expect((await world.driver.observe(spec)).phase).toBe('running')
      await world.driver.ensureAbsent(spec)
    }
    expect(await listObjects(world.driver)).toEqual([])
    expect(await readdir(join(world.dir, 'instances'))).toEqual([])
  }
}

/** What there is, though engine and hosts may not answer just now. */
async function withoutOutages<T>({ faults }: SimulatorWorld, work: () => Promise<T>): Promise<T> {
  const { unavailable, lost_hosts: lostHosts } = faults
  Object.assign(faults, { unavailable: false, lost_hosts: new Set() })
  try {
    return await work()
  } finally {
    Object.assign(faults, { unavailable, lost_hosts: lostHosts })
  }
}

/** Whether the call succeeded; a refusal must be one of the port's own. */
async function allowed(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof DriverError)) throw error
      return false
    },
  )
}

it('keeps one object an id and one owner a card through faults, restarts and clock jumps, and converges', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const world = await createSimulatorWorld({ delays: { copying_ms: 0 } })
      try {
        const run = new Run(world)
        for (const taken of steps) {
          await run.take(taken)
          await run.check()
        }
        await run.checkImages()
        await run.converge()
      } finally {
        await world.end()
      }
    }),
    { numRuns: getRandomRuns('FC_RUNS', 60) },
  )
}, 120_000)
