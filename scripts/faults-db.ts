import { spawnSync } from 'node:child_process'

/** `node --import tsx scripts/faults-db.ts [kills] [power cuts]` runs the fault tests of the database layer many times. */

const [kills = '60', powerCuts = '40'] = process.argv.slice(2)
const tests = ['kill', 'power-loss', 'broken-disk', 'two-processes'].map((name) => `tests/faults/${name}.test.ts`)
const { status } = spawnSync('npx', ['vitest', 'run', ...tests], {
  stdio: 'inherit',
  env: { ...process.env, FAULT_ROUNDS: kills, POWER_LOSS_ROUNDS: powerCuts },
})
process.exitCode = status ?? 1
