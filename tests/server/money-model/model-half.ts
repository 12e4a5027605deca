import { it } from 'vitest'
import { beginLife } from '#tests/server/money-model/run.ts'
import { steps } from '#tests/server/money-model/steps.ts'
import { newWorld } from '#tests/server/money-model/world.ts'
import { liveLives } from '#tests/support/model-lives.ts'
import { manyThrows, throwsOf } from '#tests/support/random-runs.ts'

const runs = Math.ceil(throwsOf('MONEY_RUNS', 8) / 2)
const steps_each = 60
/** The long run of `npm run lives` is longer than any other test. */
const timeout_ms = Math.max(1_200_000, runs * 30_000)
/** Every step checks every posting and balance of its person; the books of all are looked at now and then. */
const look_every = 20

/** The two halves of the runs go side by side: `MONEY_RUNS` scales both, `MONEY_SEED` and `MONEY_PATH` repeat what failed. */
export const checkHalf = (half: 0 | 1): void =>
  it(
    `product §5 ${manyThrows(runs)} lives of ${steps_each} steps each cost to the fen what the model says, crashes and duplicates or not`,
    () => liveLives({ name: 'MONEY', runs, half, steps: steps(steps_each), look_every, world: newWorld, begin: beginLife }),
    timeout_ms,
  )
