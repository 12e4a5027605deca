import type { DataOf } from '#contract/endpoint.ts'
import { type Forecast, type Guard, guards } from '#contract/guards.ts'
import { on } from './wire.ts'

export type Burn = DataOf<typeof guards.burn>

export const aBurn = (change: Partial<Burn> = {}): Burn => ({
  running: 0,
  saving: 0,
  burn_hour: '0.00',
  cash: '321.09',
  runs_out_at: null,
  low: false,
  grace_until: null,
  ...change,
})

export const aGuard = (change: Partial<Guard> = {}): Guard => ({
  stop_at: null,
  schedule: [],
  spend_limit: null,
  idle: null,
  spent: '0.00',
  next_stop: null,
  next_start: null,
  idle_since: null,
  ...change,
})

const aForecast = (change: Partial<Forecast> = {}): Forecast => ({
  settled: '2.28',
  now: '3.42',
  morning: { at: '2026-11-22T01:00:00.000Z', amount: '31.92' },
  rule: null,
  ...change,
})

/** What every console page asks about stopping by itself: nothing runs, nothing will stop, nothing will be released. */
export function serveGuards(): void {
  on(guards.burn, () => aBurn())
  on(guards.releases, () => [])
  on(guards.get, () => aGuard())
  on(guards.forecast, () => aForecast())
  on(guards.get_alert, () => ({ enabled: true, amount: '10.00', hours: 24 }))
}
