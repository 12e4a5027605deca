import fc from 'fast-check'
import { sql } from 'kysely'
import { it } from 'vitest'
import { Run } from '#tests/server/model/run.ts'
import { type Step, steps } from '#tests/server/model/steps.ts'
import { hostWith } from '#tests/support/market.ts'
import { seedOf } from '#tests/support/random.ts'
import { type Rental, rentalPlatform } from '#tests/support/rental.ts'

const runs = Number(process.env.MODEL_RUNS ?? 30)
const steps_each = 40
const look_every = 8
/** Tables that grow make every audit slower; a new database now and then costs less. */
const runs_per_database = 50
/** An embedded database in memory removes no dead rows by itself, and every scan goes through them. */
const runs_per_vacuum = 5
const hosts = [hostWith('host-1', 'RTX 4090', 64), hostWith('host-2', 'L40S', 64)]

/** The two halves of the runs go side by side: `MODEL_RUNS` scales both, `MODEL_SEED` and `MODEL_PATH` repeat what failed. */
export function checkHalf(half: 0 | 1): void {
  it(`R12 ${runs / 2} lives of ${steps_each} steps each go as the model says, and leave the books right`, async () => {
    let rental: Rental | undefined
    let done = 0
    const live = async (life: readonly Step[]) => {
      if (done++ % runs_per_database === 0) {
        await rental?.close()
        rental = await rentalPlatform({ hosts })
      }
      if (done % runs_per_vacuum === 0) await sql`vacuum analyze`.execute(rental!.deps.database.kysely)
      const run = await Run.begin(rental!)
      for (const [position, step] of life.entries()) {
        await run.take(step).catch((error: Error) => {
          throw new Error(`step ${position} ${JSON.stringify(step)}: ${error.message}`, { cause: error })
        })
        if (position % look_every === 0) await run.look()
      }
      await run.end()
    }
    try {
      const seed = seedOf('MODEL') + half
      await fc.assert(fc.asyncProperty(steps(steps_each), live), {
        numRuns: Math.ceil(runs / 2),
        seed,
        endOnFailure: true,
        ...(process.env.MODEL_PATH && { path: process.env.MODEL_PATH }),
      })
    } finally {
      await rental?.close()
    }
  }, 1_200_000)
}
