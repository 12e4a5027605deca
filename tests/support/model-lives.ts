import fc from 'fast-check'
import { sql } from 'kysely'
import { pickRunSeed } from '#tests/support/random.ts'
import { logRunCount, randomRunsMs } from '#tests/support/random-runs.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

/** Growing tables slow down every audit; replacing the database from time to time is cheaper. */
const runsPerDatabase = 50
/** An embedded in-memory database does not vacuum by itself, and every scan reads the dead rows. */
const runsPerVacuum = 5

/** One user's life: steps, periodic checks, and an end. */
export interface ModelLife<Step> {
  take(step: Step): Promise<void>
  look(): Promise<void>
  end(): Promise<void>
}

interface Lives<Step, World extends { rental: RentalPlatform }> {
  /** `<name>_SEED` and `<name>_PATH` reproduce a failure. */
  name: string
  runs: number
  /** Distinguishes this half from the others that run in parallel. */
  half: number
  steps: fc.Arbitrary<Step[]>
  look_every: number
  /** A platform shared by several lives. */
  world(): Promise<World>
  begin(world: World): Promise<ModelLife<Step>>
}

/** Runs random lives in sequence and reports the life and the step of a failure. */
export async function runModelLives<Step, World extends { rental: RentalPlatform }>(lives: Lives<Step, World>): Promise<void> {
  const { name, half, runs, look_every: lookEvery } = lives
  let world: World | undefined
  let done = 0
  const live = async (steps: readonly Step[]) => {
    if (done++ % runsPerDatabase === 0) {
      await world?.rental.close()
      world = await lives.world()
    }
    if (done % runsPerVacuum === 0) await sql`vacuum analyze`.execute(world!.rental.deps.database.kysely)
    const life = await lives.begin(world!)
    for (const [position, step] of steps.entries()) {
      await life.take(step).catch((error: Error) => {
        throw new Error(`step ${position} ${JSON.stringify(step)}: ${error.message}`, { cause: error })
      })
      if (position % lookEvery === 0) await life.look()
    }
    await life.end()
  }
  try {
    await fc.assert(fc.asyncProperty(lives.steps, live), {
      numRuns: runs,
      seed: pickRunSeed(name) + half,
      endOnFailure: true,
      ...(Number.isFinite(randomRunsMs) && { interruptAfterTimeLimit: randomRunsMs, markInterruptAsFailure: false }),
      ...(process.env[`${name}_PATH`] && { path: process.env[`${name}_PATH`] }),
    })
    logRunCount(`${name}_RUNS`, done, runs)
  } finally {
    await world?.rental.close()
  }
}
