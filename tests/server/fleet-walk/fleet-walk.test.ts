import { it } from 'vitest'
import { FleetChecks } from '#tests/server/fleet-walk/checks.ts'
import { takeRandomStep } from '#tests/server/fleet-walk/steps.ts'
import { createFleetWalkWorld, type FleetWalkWorld } from '#tests/server/fleet-walk/world.ts'
import { createSeededRandom, pickRunSeed } from '#tests/support/random.ts'
import { getRandomRuns } from '#tests/support/random-runs.ts'

const usualSteps = 80
const usualSeed = 5
const steps = getRandomRuns('FLEET_STEPS', usualSteps)
const stepsEach = 400
const checkEvery = 5
const restEvery = 40
const toldSteps = 25
/** By then what boots, moves or is saved has ended or is given up, however often it failed. */
const underWayMs = 70 * 60_000

/** All hosts answer again, what is late lands, and the platform looks. */
async function bringToRest({ rental, engines, sync }: FleetWalkWorld, suspended: (() => Promise<void>)[]): Promise<void> {
  for (const { faults } of engines) {
    Object.assign(faults, { unavailable: false, lost_answers: 0, interrupted_copies: 0 })
    faults.lost_hosts.clear()
    faults.crashes.clear()
  }
  for (const resume of suspended.splice(0)) await resume()
  for (let minute = 0; minute < 3; minute += 1) {
    await rental.tick(60_000, 15_000)
    await sync()
    await rental.observe()
  }
}

/** One walk over a fleet of its own; in the end everybody releases what is left. */
async function walk(seed: number, count: number): Promise<void> {
  const world = await createFleetWalkWorld()
  const told: string[] = []
  const suspended: (() => Promise<void>)[] = []
  const random = createSeededRandom(seed)
  try {
    const checks = new FleetChecks(world)
    const rest = async () => {
      await bringToRest(world, suspended)
      await checks.notePassedTime()
      await checks.checkNow()
      await checks.checkAtRest()
    }
    for (let nth = 1; nth <= count; nth += 1) {
      told.push(`${nth} ${await takeRandomStep({ world, random, suspended })}`)
      await checks.notePassedTime()
      if (nth % checkEvery === 0) await checks.checkNow()
      if (nth % restEvery === 0) await rest()
    }
    await rest()
    await world.rental.tick(underWayMs, 60_000)
    await rest()
    for (const person of world.people) await world.rental.releaseAll(person)
    await rest()
  } catch (error) {
    const { message } = error as Error
    throw new Error(`FLEET_SEED=${seed}: ${message}\nafter\n${told.slice(-toldSteps).join('\n')}`, { cause: error })
  } finally {
    for (const resume of suspended) await resume().catch(() => undefined)
    await world.close()
  }
}

it(
  `R12 ${steps} random steps over a fleet whose hosts die: no instance twice, no disk lost, no orphan, no card sold twice, books right`,
  async () => {
    const base = steps === usualSteps && !process.env.FLEET_SEED ? usualSeed : pickRunSeed('FLEET')
    // what the long run is asked for, it walks to the end: rare sequences are what it is for
    for (let done = 0; done < steps; done += stepsEach) await walk(base + done / stepsEach, Math.min(stepsEach, steps - done))
  },
  Math.max(1_200_000, steps * 1_000),
)
