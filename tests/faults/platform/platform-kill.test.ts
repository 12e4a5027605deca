import { expect, it } from 'vitest'
import { formatRunCount, getRandomRuns, logRunCount } from '#tests/support/random-runs.ts'
import { runKillCycles } from './kill-cycles.ts'

const kills = getRandomRuns('FAULT_KILLS', 1)
const seed = Number(process.env.FAULT_SEED ?? 20_261_121)

it(`loses nothing acknowledged and charges nothing twice over ${formatRunCount(kills)} kills (FAULT_SEED=${seed})`, {
  timeout: 300_000 + kills * 60_000,
}, async () => {
  const report = await runKillCycles(kills, seed)
  expect(report.problems).toEqual([])
  logRunCount('FAULT_KILLS', report.kills, report.lives)
  expect(report.kills).toBe(report.lives)
  expect(report.acknowledged).toBeGreaterThan(report.lives)
  expect(report.charges).toBeGreaterThan(0)
})
