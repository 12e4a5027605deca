import { it } from 'vitest'
import { UserLife } from '#tests/server/model/life.ts'
import { createUserSteps } from '#tests/server/model/steps.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { runModelLives } from '#tests/support/model-lives.ts'
import { formatRunCount, getRandomRuns } from '#tests/support/random-runs.ts'
import { createRentalPlatform } from '#tests/support/rental.ts'

const runs = Math.ceil(getRandomRuns('MODEL_RUNS', 12) / 2)
const stepsEach = 40
const lookEvery = 8
const timeoutMs = Math.max(1_200_000, runs * 30_000)
const hosts = [buildSimulatedHost('host-1', 'RTX 4090', 64), buildSimulatedHost('host-2', 'L40S', 64)]
const world = async () => ({ rental: await createRentalPlatform({ hosts }) })

/** The two halves of the runs go side by side: `MODEL_RUNS` scales both, `MODEL_SEED` and `MODEL_PATH` repeat what failed. */
export const defineUserModelHalf = (half: 0 | 1): void =>
  it(
    `R12 ${formatRunCount(runs)} lives of ${stepsEach} steps each go as the model says, and leave the books right`,
    () =>
      runModelLives({
        ...{ name: 'MODEL', runs, half, steps: createUserSteps(stepsEach), look_every: lookEvery, world },
        begin: ({ rental }) => UserLife.begin(rental),
      }),
    timeoutMs,
  )
