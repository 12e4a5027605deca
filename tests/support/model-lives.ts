import fc from 'fast-check'
import { sql } from 'kysely'
import { pickRunSeed } from '#tests/support/random.ts'
import { logRunCount, randomRunsMs } from '#tests/support/random-runs.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

/** Tables that grow make every audit slower; a new database now and then costs less. */
const runsPerDatabase = 50
/** An embedded database in memory removes no dead rows by itself, and every scan goes through them. */
const runsPerVacuum = 5

/** One user's life: steps, a look now and then, and an end. */
export interface ModelLife<Step> {
  take(step: Step): Promise<void>
  look(): Promise<void>
  end(): Promise<void>
}

interface Lives<Step, World extends { rental: RentalPlatform }> {
  /** `<name>_SEED` and `<name>_PATH` repeat what failed. */
  name: string
  runs: number
  /** Told apart from the other halves that go side by side. */
  half: number
  steps: fc.Arbitrary<Step[]>
  look_every: number
  /** A platform, shared by some lives. */
  world(): Promise<World>
  begin(world: World): Promise<ModelLife<Step>>
}

/** Has random lives lived one after the other, and says at which step of which life something went wrong. */
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
