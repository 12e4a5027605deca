import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type InstanceStatus, instanceStatusCodes, instanceStatuses } from '#contract/instance-actions.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import type { Deps } from '#server/deps.ts'
import { getSmsDayUsage } from '#server/domains/accounts/auth/sms-budget.service.ts'
import { getBooksState } from '#server/domains/money/books/audit-books.service.ts'
import { expositionRepo } from '#server/domains/rentals/monitor/exposition.repo.ts'
import { createNodeGauges, setIfKnown } from '#server/domains/rentals/monitor/node-gauges.service.ts'
import { getEngineState } from '#server/domains/rentals/reconcile/engine-health.service.ts'
import { findNextStepTime } from '#server/domains/rentals/reconcile/reconcile.service.ts'

/** Shorter than Prometheus waits for an answer. */
const databasePatienceMs = 5_000
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
export function createExposition(deps: Deps): Exposition {
  const { database, clock, log } = deps
  const [own, platform] = [new Registry(), new Registry()]
  const registers = [platform]
  const repo = expositionRepo(database.kysely)
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `zhisuan_${name}`, help, labelNames, registers })

  const durations = new Histogram({
    name: 'zhisuan_http_request_duration_seconds',
    help: 'Answered API calls',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [own],
  })
  const streams = new Gauge({ name: 'zhisuan_stream_clients', help: 'Open event streams of this process', registers: [own] })
  const instances = gauge('instances', 'Instances by status', ['status'])
  const gpus = gauge('gpus', 'Cards by model', ['model'])
  const gpusFree = gauge('gpus_free', 'Cards by model that may be rented now', ['model'])
  const gpusSick = gauge('gpus_sick', 'Cards by model that report a fault or are out of sale for one', ['model'])
  const hostsSilent = gauge('hosts_silent', 'Hosts in use or for sale that do not answer')
  const hostsHeld = gauge('hosts_held', 'Hosts that the platform took out of sale because boots kept failing there')
  const queue = gauge('queue_length', 'Who waits for cards, by model', ['model'])
  const quarantined = gauge('quarantined_objects', 'What lies on the engine and the database does not know')
  const burn = gauge('burn_yuan_per_hour', 'What all metered running instances cost per hour')
  const computeUp = gauge('compute_up', 'Whether the compute engine answered when the platform last looked: 0 is an outage')
  const computeAnswered = gauge('compute_answered_age_seconds', 'How long ago the compute engine last answered')
  const unseen = gauge('instances_unseen', 'Instances that should run and whose state is unknown; they are not billed')
  const rolled = gauge('usage_rolled_age_seconds', 'How long ago samples were gathered into buckets', ['step_seconds'])
  const smsSent = gauge('sms_codes_today', 'Codes sent by SMS since midnight in Beijing, by who asked for them', ['asker'])
  const smsBudget = gauge('sms_codes_daily_budget', 'Codes that may be sent by SMS on one day')
  const databaseUp = new Gauge({
    name: 'zhisuan_database_up',
    help: 'Whether the database answered this request',
    registers: [own],
  })
  const lag = gauge('sweep_lag_seconds', 'How late the oldest due work is, by sweep', ['sweep'])
  const booksAge = gauge('books_audit_age_seconds', 'How long ago the books were last audited')
  const booksViolated = gauge('books_violated_rules', 'Rules of the books that do not hold, by the last audit')
  const booksUnchecked = gauge('books_unchecked_rules', 'Rules of the books that the last audit could not check')
  const refreshNode = createNodeGauges(deps, own)
  let withProcess = false

  async function refresh(): Promise<void> {
    const now = clock.now()
    const [byStatus, byModel, hosts, waiting, micro, levels, engine, dark, strangers, sms, books, settlement, step] =
      await Promise.all([
        repo.instancesByStatus(),
        repo.gpusByModel(),
        repo.troubledHosts(),
        repo.waitingByModel(),
        repo.burnMicro(),
        repo.rolledUntil(),
        getEngineState(database.kysely, now),
        repo.unseen(),
        repo.quarantined(),
        getSmsDayUsage(database.kysely, deps),
        getBooksState(database.kysely, now),
        repo.settlementDue(),
        findNextStepTime(deps),
      ])
    for (const one of [instances, gpus, gpusFree, gpusSick, queue, rolled]) one.reset()
    const ageOf = (at: Date) => (now.getTime() - at.getTime()) / 1000
    const listedAt = byStatus.length > 0 ? engine.listed_at : null
    for (const [sweep, at] of Object.entries({ settlement, reconcile: step, observation: listedAt }))
      lag.set({ sweep }, at ? Math.max(0, ageOf(at)) : 0)
    setIfKnown(booksAge, books?.age_s)
    setIfKnown(booksViolated, books?.violated)
    setIfKnown(booksUnchecked, books?.unchecked)
    for (const code of Object.keys(instanceStatuses).map(Number) as InstanceStatus[]) {
      instances.set({ status: statusNames.get(code)! }, byStatus.find(({ status }) => status === code)?.n ?? 0)
    }
    for (const { model, total, free, sick } of byModel) {
      gpus.set({ model }, total)
      gpusFree.set({ model }, free)
      gpusSick.set({ model }, sick)
    }
    hostsSilent.set(hosts.silent)
    hostsHeld.set(hosts.held)
    for (const { model, n } of waiting) queue.set({ model }, n)
    quarantined.set(strangers)
    burn.set(Number(micro) / 1e6)
    computeUp.set(engine.state === 'unreachable' ? 0 : 1)
    setIfKnown(computeAnswered, engine.answered_at ? ageOf(engine.answered_at) : undefined)
    unseen.set(dark)
    smsSent.set({ asker: 'known' }, sms.by_known)
    smsSent.set({ asker: 'visitor' }, sms.by_visitors)
    smsBudget.set(sms.budget)
    for (const { step_s: stepS, rolled_until: rolledUntil } of levels) {
      rolled.set({ step_seconds: stepS }, ageOf(rolledUntil))
    }
  }

  /** Whether the figures came, in the time a reader has; without a database there are those of this process. */
  async function answersInTime(ask: () => Promise<void>): Promise<boolean> {
    const over = new AbortController()
    const answer = ask().then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) log.error({ err: error }, 'figures of the platform could not be read')
        return false
      },
    )
    try {
      return await Promise.race([answer, clock.sleep(databasePatienceMs, over.signal).then(() => false)])
    } finally {
      over.abort()
    }
  }

  return {
    content_type: own.contentType,
    answered: ({ method, route, status }, seconds) => durations.observe({ method, route, status }, seconds),
    streamed: (change) => streams.inc(change),
    text: async () => {
      // Default metrics observe the event loop and GC, which costs time; they are enabled only when somebody reads them.
      if (!withProcess) {
        collectDefaultMetrics({ register: own })
        for (const name of misnamedMetrics) own.removeSingleMetric(name)
      }
      withProcess = true
      await refreshNode()
      const answered = await answersInTime(refresh)
      databaseUp.set(Number(answered))
      // Without an answer, old figures of the platform would look like today's.
      return `${await own.metrics()}${answered ? await platform.metrics() : ''}`
    },
  }
}
