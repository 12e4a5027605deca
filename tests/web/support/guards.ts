import type { EndpointData } from '#contract/endpoint.ts'
import { type InstanceGuard, instanceGuards, type RunForecast } from '#contract/guards.ts'
import { mockCall } from './wire.ts'

export type SpendRateReply = EndpointData<typeof instanceGuards.burn>

export const buildSpendRate = (change: Partial<SpendRateReply> = {}): SpendRateReply => ({
  running: 0,
  saving: 0,
  burn_hour: '0.00',
  cash: '321.09',
  runs_out_at: null,
  low: false,
  grace_until: null,
  ...change,
})

export const buildGuard = (change: Partial<InstanceGuard> = {}): InstanceGuard => ({
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

const aForecast = (change: Partial<RunForecast> = {}): RunForecast => ({
  settled: '2.28',
  now: '3.42',
  morning: { at: '2026-11-22T01:00:00.000Z', amount: '31.92' },
  rule: null,
  ...change,
})

/** What every console page asks about stopping by itself: nothing runs, nothing will stop, nothing will be released. */
export function serveGuards(): void {
  mockCall(instanceGuards.burn, () => buildSpendRate())
  mockCall(instanceGuards.releases, () => [])
  mockCall(instanceGuards.get, () => buildGuard())
  mockCall(instanceGuards.forecast, () => aForecast())
  mockCall(instanceGuards.get_alert, () => ({ enabled: true, amount: '10.00', hours: 24 }))
}
