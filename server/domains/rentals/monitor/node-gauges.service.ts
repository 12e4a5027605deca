import { Counter, Gauge, type Registry } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { readDiskSpace } from '#server/domains/rentals/monitor/disk-space.service.ts'
import { connectionKinds } from '#server/lib/node-figures.ts'

const storageStates = ['ok', 'unreachable', 'unfit'] as const

/** A gauge without labels begins with 0, which may mean something. */
export function setIfKnown(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}

/** Creates the gauges of this process; the returned function sets them, without asking the database. */
export function createNodeGauges(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'figures' | 'volumes'>,
  registry: Registry,
): () => Promise<void> {
  const { database, clock, figures, volumes } = deps
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name: `zhisuan_${name}`, help, labelNames, registers })
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `zhisuan_${name}_total`, help, labelNames, registers })

  const sessions = gauge('database_sessions', 'Database sessions of this process: open, idle, and callers that wait for one', [
    'state',
  ])
  const sessionsMax = gauge('database_sessions_max', 'How many database sessions this process may open')
  const jobSuccess = gauge('job_success_age_seconds', 'How long ago this process last ran the job without a failure', ['task'])
  const jobSeconds = gauge('job_duration_seconds', 'How long the last run of the job took that succeeded', ['task'])
  const jobEvery = gauge('job_every_seconds', 'How often the job is looked after', ['task'])
  const jobFailures = counter('job_failures', 'Runs of jobs that failed', ['task'])
  const jobsPassed = gauge('jobs_passed_age_seconds', 'How long ago any loop of this worker last ended a pass')
  const calls = counter('provider_calls', 'Calls of outside services by how they ended', ['provider', 'outcome'])
  const providerAge = gauge('provider_call_age_seconds', 'How long ago a call of an outside service last ended like this', [
    'provider',
    'outcome',
  ])
  const boots = counter('boot_failures', 'Starts of instances that were given up, by class of reason', ['reason'])
  const modelCalls = counter('model_calls', 'Ended calls of large models', ['model', 'outcome'])
  const smsDeliveries = counter('sms_deliveries', 'Delivery receipts of SMS that this node took', ['provider', 'result'])
  const connections = gauge('connections', 'Open ways into instances that this node carries', ['kind'])
  const storage = gauge('storage_state', 'State of the file storage as this node finds it: 1 for the one that holds', ['state'])
  const diskFree = gauge('data_disk_free_bytes', 'Free bytes of the disks of the data folder and its files', ['disk'])
  const diskSize = gauge('data_disk_size_bytes', 'Size of the disks of the data folder and its files', ['disk'])
  const roomless = counter('disk_full_failures', 'Calls and jobs that failed because a disk was full', [])

  function setJobs(ageOf: (at: Date) => number): void {
    for (const one of [jobSuccess, jobSeconds, jobEvery, jobFailures]) one.reset()
    for (const [task, { every_s: everyS, succeeded_at: succeededAt, seconds, failures }] of figures.jobs) {
      jobEvery.set({ task }, everyS)
      jobFailures.inc({ task }, failures)
      if (!succeededAt) continue
      jobSuccess.set({ task }, ageOf(succeededAt))
      jobSeconds.set({ task }, seconds)
    }
    setIfKnown(jobsPassed, figures.jobs_passed_at && ageOf(figures.jobs_passed_at))
  }

  function setProviders(ageOf: (at: Date) => number): void {
    calls.reset()
    for (const [provider, ends] of figures.providers)
      for (const outcome of ['success', 'failure'] as const) {
        const { count, at } = ends[outcome]
        calls.inc({ provider, outcome }, count)
        if (at) providerAge.set({ provider, outcome }, ageOf(at))
      }
  }

  return async () => {
    const now = clock.now()
    const ageOf = (at: Date) => (now.getTime() - at.getTime()) / 1000
    setJobs(ageOf)
    setProviders(ageOf)
    boots.reset()
    for (const [reason, count] of figures.boot_failures) boots.inc({ reason }, count)
    modelCalls.reset()
    for (const { model, outcome, count } of figures.model_calls.values()) modelCalls.inc({ model, outcome }, count)
    smsDeliveries.reset()
    for (const { provider, result, count } of figures.sms_deliveries.values()) smsDeliveries.inc({ provider, result }, count)
    for (const kind of connectionKinds) connections.set({ kind }, figures.connections[kind])
    const pool = database.countSessions()
    setIfKnown(sessionsMax, pool?.max)
    if (pool) for (const state of ['open', 'idle', 'waiting'] as const) sessions.set({ state }, pool[state])
    const { state: storageState } = await volumes.health()
    for (const state of storageStates) storage.set({ state }, Number(state === storageState))
    for (const one of [diskFree, diskSize, roomless]) one.reset()
    roomless.inc(figures.disk_full.count)
    for (const { name: disk, free_bytes: free, size_bytes: size } of await readDiskSpace(deps)) {
      diskFree.set({ disk }, free)
      diskSize.set({ disk }, size)
    }
  }
}
