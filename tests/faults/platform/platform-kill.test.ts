import { expect, it } from 'vitest'
import { liveAndDie } from './lives.ts'

const kills = Number(process.env.FAULT_KILLS ?? 5)
const seed = Number(process.env.FAULT_SEED ?? 20_261_121)

it(`loses nothing acknowledged and charges nothing twice over ${kills} kills (FAULT_SEED=${seed})`, {
  timeout: 300_000 + kills * 60_000,
}, async () => {
  const report = await liveAndDie(kills, seed)
  expect(report.problems).toEqual([])
  expect(report.kills).toBe(kills)
  expect(report.acknowledged).toBeGreaterThan(kills)
  expect(report.charges).toBeGreaterThan(0)
})
