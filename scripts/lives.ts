import { spawnSync } from 'node:child_process'

/** `npm run lives`: runs the money of 20,000 random lives against its model, for hours. Honours `MONEY_SEED` and `MONEY_RUNS`. */
const { MONEY_RUNS = '20000' } = process.env
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  'tests/server/money-model/first-half.test.ts',
  'tests/server/money-model/second-half.test.ts',
]
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit', env: { ...process.env, MONEY_RUNS } }).status ?? 1
