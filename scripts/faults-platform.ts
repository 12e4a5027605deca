import { runKillCycles } from '#tests/faults/platform/kill-cycles.ts'

/** `npm run faults -- [kills] [seed]`: the kill test with any number of kills. */
const [kills = '1000', seed = '1'] = process.argv.slice(2)
const report = await runKillCycles(Number(kills), Number(seed))
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
process.exitCode = report.problems.length > 0 ? 1 : 0
