import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type InstanceStatus, instance_statuses, status_codes } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { smsToday } from '#server/domains/accounts/auth/sms-budget.service.ts'
import { expositionRepo } from '#server/domains/rentals/monitor/exposition.repo.ts'
import { engineState } from '#server/domains/rentals/reconcile/engine-health.service.ts'

/** Seconds. */
const duration_buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const status_names = new Map(Object.entries(status_codes).map(([name, code]) => [code as number, name]))

/** Gauges of the library with the name of a counter; each is the sum of the gauge without `_total`, which is by type. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

export interface Exposition {
  readonly content_type: string
  /** A call was answered. `route` is the declared path, never the address that was asked for. */
  answered(call: { method: string; route: string; status: number }, seconds: number): void
  /** A stream was opened (1) or ended (-1). */
  streamed(change: 1 | -1): void
  /** Everything in Prometheus' text format, as it is now. */
  text(): Promise<string>
}

/** The gauges of this process and of the whole platform (product §10). No label names a person or an instance. */
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
    buckets: duration_buckets,
    registers,
  })
  const streams = gauge('stream_clients', 'Open event streams of this process')
  const instances = gauge('instances', 'Instances by status', ['status'])
  const gpus = gauge('gpus', 'Cards by model', ['model'])
  const gpus_free = gauge('gpus_free', 'Cards by model that may be rented now', ['model'])
  const queue = gauge('queue_length', 'Who waits for cards, by model', ['model'])
  const quarantined = gauge('quarantined_objects', 'What lies on the engine and the database does not know')
  const burn = gauge('burn_yuan_per_hour', 'What all metered running instances cost per hour')
  const compute_up = gauge('compute_up', 'Whether the compute engine answered when the platform last looked: 0 is an outage')
  const compute_answered = gauge('compute_answered_age_seconds', 'How long ago the compute engine last answered')
  const unseen = gauge('instances_unseen', 'Instances that should run and whose state is unknown; they are not billed')
  const rolled = gauge('usage_rolled_age_seconds', 'How long ago samples were gathered into buckets', ['step_seconds'])
  const sms_sent = gauge('sms_codes_today', 'Codes sent by SMS since midnight in Beijing, by who asked for them', ['asker'])
  const sms_budget = gauge('sms_codes_daily_budget', 'Codes that may be sent by SMS on one day')
  let with_process = false

  async function refresh(): Promise<void> {
    const [by_status, by_model, waiting, micro, levels, engine, dark, strangers, sms] = await Promise.all([
      repo.instancesByStatus(),
      repo.gpusByModel(),
      repo.waitingByModel(),
      repo.burnMicro(),
      repo.rolledUntil(),
      engineState(database.kysely, clock.now()),
      repo.unseen(),
      repo.quarantined(),
      smsToday(database.kysely, deps),
    ])
    for (const one of [instances, gpus, gpus_free, queue, rolled]) one.reset()
    for (const code of Object.keys(instance_statuses).map(Number) as InstanceStatus[]) {
      instances.set({ status: status_names.get(code)! }, by_status.find(({ status }) => status === code)?.n ?? 0)
    }
    for (const { model, total, free } of by_model) {
      gpus.set({ model }, total)
      gpus_free.set({ model }, free)
    }
    for (const { model, n } of waiting) queue.set({ model }, n)
    quarantined.set(strangers)
    burn.set(Number(micro) / 1e6)
    compute_up.set(engine.state === 'unreachable' ? 0 : 1)
    if (engine.answered_at) compute_answered.set((clock.now().getTime() - engine.answered_at.getTime()) / 1000)
    unseen.set(dark)
    sms_sent.set({ asker: 'known' }, sms.by_known)
    sms_sent.set({ asker: 'visitor' }, sms.by_visitors)
    sms_budget.set(sms.budget)
    for (const { step_s, rolled_until } of levels) {
      rolled.set({ step_seconds: step_s }, (clock.now().getTime() - rolled_until.getTime()) / 1000)
    }
  }

  return {
    content_type: registry.contentType,
    answered: ({ method, route, status }, seconds) => durations.observe({ method, route, status }, seconds),
    streamed: (change) => streams.inc(change),
    text: async () => {
      // Its observers of the event loop and of garbage cost something: only where somebody reads them.
      if (!with_process) {
        collectDefaultMetrics({ register: registry })
        for (const name of misnamed) registry.removeSingleMetric(name)
      }
      with_process = true
      await refresh()
      return registry.metrics()
    },
  }
}
