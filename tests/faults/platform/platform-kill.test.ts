import { expect, it } from 'vitest'
import { manyThrows, sayThrown, throwsOf } from '#tests/support/random-runs.ts'
import { liveAndDie } from './kill-cycles.ts'

const kills = throwsOf('FAULT_KILLS', 1)
const seed = Number(process.env.FAULT_SEED ?? 20_261_121)

it(`loses nothing acknowledged and charges nothing twice over ${manyThrows(kills)} kills (FAULT_SEED=${seed})`, {
  timeout: 300_000 + kills * 60_000,
}, async () => {
  const report = await liveAndDie(kills, seed)
  expect(report.problems).toEqual([])
  sayThrown('FAULT_KILLS', report.kills, report.lives)
  expect(report.kills).toBe(report.lives)
  expect(report.acknowledged).toBeGreaterThan(report.lives)
  expect(report.charges).toBeGreaterThan(0)
})
