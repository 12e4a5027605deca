import { it } from 'vitest'
import { startMoneyLife } from '#tests/server/money-model/run.ts'
import { createMoneySteps } from '#tests/server/money-model/steps.ts'
import { createMoneyWorld } from '#tests/server/money-model/world.ts'
import { runModelLives } from '#tests/support/model-lives.ts'
import { formatRunCount, getRandomRuns } from '#tests/support/random-runs.ts'

const runs = Math.ceil(getRandomRuns('MONEY_RUNS', 8) / 2)
const stepsEach = 60
/** The long run of `npm run lives` is longer than any other test. */
const timeoutMs = Math.max(1_200_000, runs * 30_000)
/** Every step checks every posting and balance of its person; the books of all are looked at now and then. */
const lookEvery = 20

/** The two halves of the runs go side by side: `MONEY_RUNS` scales both, `MONEY_SEED` and `MONEY_PATH` repeat what failed. */
export const defineMoneyModelHalf = (half: 0 | 1): void =>
  it(
    `product §5 ${formatRunCount(runs)} lives of ${stepsEach} steps each cost to the fen what the model says, crashes and duplicates or not`,
    () =>
      runModelLives({
        name: 'MONEY',
        runs,
        half,
        steps: createMoneySteps(stepsEach),
        look_every: lookEvery,
        world: createMoneyWorld,
        begin: startMoneyLife,
      }),
    timeoutMs,
  )
