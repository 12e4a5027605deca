import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type InstanceStatus, instanceStatusCodes, instanceStatuses } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { getSmsDayUsage } from '#server/domains/accounts/auth/sms-budget.service.ts'
import { expositionRepo } from '#server/domains/rentals/monitor/exposition.repo.ts'
import { getEngineState } from '#server/domains/rentals/reconcile/engine-health.service.ts'

/** Seconds. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const statusNames = new Map(Object.entries(instanceStatusCodes).map(([name, code]) => [code as number, name]))

/** Library gauges named like counters; each is the sum of the gauge without `_total`, which is split by type. */
const misnamedMetrics = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

export interface Exposition {
  readonly content_type: string
  /** Records an answered call. `route` is the declared path, never the requested URL. */
  answered(call: { method: string; route: string; status: number }, seconds: number): void
  /** Records that a stream was opened (1) or closed (-1). */
  streamed(change: 1 | -1): void
  /** Returns the current metrics in Prometheus text format. */
  text(): Promise<string>
}

/** Creates the gauges of this process and of the whole platform (product §10). No label identifies a user or an instance. */
export function createExposition(deps: Pick<Deps, 'config' | 'database' | 'clock'>): Exposition {
  const { database, clock } = deps
  const registry = new Registry()
  const registers = [registry]
  const repo = expositionRepo(database.kysely)
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `zhisuan_${name}`, help, labelNames, registers })

  const durations = new Histogram({
    name: 'zhisuan_http_request_duration_seconds',
    help: 'Answered API calls',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  })
  const streams = gauge('stream_clients', 'Open event streams of this process')
  const instances = gauge('instances', 'Instances by status', ['status'])
  const gpus = gauge('gpus', 'Cards by model', ['model'])
  const gpusFree = gauge('gpus_free', 'Cards by model that may be rented now', ['model'])
  const queue = gauge('queue_length', 'Who waits for cards, by model', ['model'])
  const quarantined = gauge('quarantined_objects', 'What lies on the engine and the database does not know')
  const burn = gauge('burn_yuan_per_hour', 'What all metered running instances cost per hour')
  const computeUp = gauge('compute_up', 'Whether the compute engine answered when the platform last looked: 0 is an outage')
  const computeAnswered = gauge('compute_answered_age_seconds', 'How long ago the compute engine last answered')
  const unseen = gauge('instances_unseen', 'Instances that should run and whose state is unknown; they are not billed')
  const rolled = gauge('usage_rolled_age_seconds', 'How long ago samples were gathered into buckets', ['step_seconds'])
  const smsSent = gauge('sms_codes_today', 'Codes sent by SMS since midnight in Beijing, by who asked for them', ['asker'])
  const smsBudget = gauge('sms_codes_daily_budget', 'Codes that may be sent by SMS on one day')
  let withProcess = false

  async function refresh(): Promise<void> {
    const [byStatus, byModel, waiting, micro, levels, engine, dark, strangers, sms] = await Promise.all([
      repo.instancesByStatus(),
      repo.gpusByModel(),
      repo.waitingByModel(),
      repo.burnMicro(),
      repo.rolledUntil(),
      getEngineState(database.kysely, clock.now()),
      repo.unseen(),
      repo.quarantined(),
      getSmsDayUsage(database.kysely, deps),
    ])
    for (const one of [instances, gpus, gpusFree, queue, rolled]) one.reset()
    for (const code of Object.keys(instanceStatuses).map(Number) as InstanceStatus[]) {
      instances.set({ status: statusNames.get(code)! }, byStatus.find(({ status }) => status === code)?.n ?? 0)
    }
    for (const { model, total, free } of byModel) {
      gpus.set({ model }, total)
      gpusFree.set({ model }, free)
    }
    for (const { model, n } of waiting) queue.set({ model }, n)
    quarantined.set(strangers)
    burn.set(Number(micro) / 1e6)
    computeUp.set(engine.state === 'unreachable' ? 0 : 1)
    if (engine.answered_at) computeAnswered.set((clock.now().getTime() - engine.answered_at.getTime()) / 1000)
    unseen.set(dark)
    smsSent.set({ asker: 'known' }, sms.by_known)
    smsSent.set({ asker: 'visitor' }, sms.by_visitors)
    smsBudget.set(sms.budget)
    for (const { step_s: stepS, rolled_until: rolledUntil } of levels) {
      rolled.set({ step_seconds: stepS }, (clock.now().getTime() - rolledUntil.getTime()) / 1000)
    }
  }

  return {
    content_type: registry.contentType,
    answered: ({ method, route, status }, seconds) => durations.observe({ method, route, status }, seconds),
    streamed: (change) => streams.inc(change),
    text: async () => {
      // Default metrics observe the event loop and GC, which costs time; they are enabled only when somebody reads them.
      if (!withProcess) {
        collectDefaultMetrics({ register: registry })
        for (const name of misnamedMetrics) registry.removeSingleMetric(name)
      }
      withProcess = true
      await refresh()
      return registry.metrics()
    },
  }
}
