import { it } from 'vitest'
import { Run } from '#tests/server/model/life.ts'
import { steps } from '#tests/server/model/steps.ts'
import { hostWith } from '#tests/support/market.ts'
import { liveLives } from '#tests/support/model-lives.ts'
import { manyThrows, throwsOf } from '#tests/support/random-runs.ts'
import { rentalPlatform } from '#tests/support/rental.ts'

const runs = Math.ceil(throwsOf('MODEL_RUNS', 12) / 2)
const steps_each = 40
const look_every = 8
const timeout_ms = Math.max(1_200_000, runs * 30_000)
const hosts = [hostWith('host-1', 'RTX 4090', 64), hostWith('host-2', 'L40S', 64)]
const world = async () => ({ rental: await rentalPlatform({ hosts }) })

/** The two halves of the runs go side by side: `MODEL_RUNS` scales both, `MODEL_SEED` and `MODEL_PATH` repeat what failed. */
export const checkHalf = (half: 0 | 1): void =>
  it(
    `R12 ${manyThrows(runs)} lives of ${steps_each} steps each go as the model says, and leave the books right`,
    () =>
      liveLives({
        ...{ name: 'MODEL', runs, half, steps: steps(steps_each), look_every, world },
        begin: ({ rental }) => Run.begin(rental),
      }),
    timeout_ms,
  )
