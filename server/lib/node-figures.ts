interface JobFigures {
  every_s: number
  succeeded_at: Date | undefined
  /** How long the last run took that succeeded. */
  seconds: number
  failures: number
}

interface ProviderFigures {
  success: { count: number; at: Date | undefined }
  failure: { count: number; at: Date | undefined }
}

/** Ways into an instance. */
export const connectionKinds = ['ssh', 'port_link', 'terminal'] as const
export type ConnectionKind = (typeof connectionKinds)[number]
export type ConnectionCounts = Record<ConnectionKind, number>

/** What this process has seen of itself since its start; read by health and metrics, stored nowhere. */
export class NodeFigures {
  /** Jobs that this process has run. */
  readonly jobs = new Map<string, JobFigures>()
  /** Outside services, by name. */
  readonly providers = new Map<string, ProviderFigures>()
  /** Starts of instances that were given up, by reason. */
  readonly boot_failures = new Map<string, number>()
  /** Ended calls of large models: model, outcome, count. */
  readonly model_calls = new Map<string, { model: string; outcome: string; count: number }>()
  /** Delivery receipts of SMS that counted: provider, result, count. */
  readonly sms_deliveries = new Map<string, { provider: string; result: string; count: number }>()
  readonly connections: ConnectionCounts = { ssh: 0, port_link: 0, terminal: 0 }
  /** Called after each change of `connections`. */
  onConnections: () => void = () => {}
  /** What was refused or failed for want of room on a disk, and when last. */
  disk_full: { count: number; at: Date | undefined } = { count: 0, at: undefined }
  #jobsPassedAt: Date | undefined

  /** The end of a pass of any loop that runs jobs, whatever came of it; also the start of the loops. */
  passJobs(at: Date): void {
    this.#jobsPassedAt = at
  }

  /** Undefined where this process runs no jobs. */
  get jobs_passed_at(): Date | undefined {
    return this.#jobsPassedAt
  }

  endJob(name: string, { every_s: everyS, begun, ended }: { every_s: number; begun: Date; ended: Date }): void {
    const seconds = Math.max(0, ended.getTime() - begun.getTime()) / 1000
    this.jobs.set(name, { every_s: everyS, succeeded_at: ended, seconds, failures: this.jobs.get(name)?.failures ?? 0 })
  }

  failJob(name: string, everyS: number): void {
    const job = this.jobs.get(name) ?? { every_s: everyS, succeeded_at: undefined, seconds: 0, failures: 0 }
    this.jobs.set(name, { ...job, failures: job.failures + 1 })
  }

  addProvider(name: string): ProviderFigures {
    const known = this.providers.get(name) ?? { success: { count: 0, at: undefined }, failure: { count: 0, at: undefined } }
    this.providers.set(name, known)
    return known
  }

  failBoot(reason: string): void {
    this.boot_failures.set(reason, (this.boot_failures.get(reason) ?? 0) + 1)
  }

  failForWantOfRoom(at: Date): void {
    this.disk_full = { count: this.disk_full.count + 1, at }
  }

  endModelCall(model: string, outcome: string): void {
    const key = `${outcome} ${model}`
    this.model_calls.set(key, { model, outcome, count: (this.model_calls.get(key)?.count ?? 0) + 1 })
  }

  reportSms(provider: string, result: string): void {
    const key = `${provider} ${result}`
    this.sms_deliveries.set(key, { provider, result, count: (this.sms_deliveries.get(key)?.count ?? 0) + 1 })
  }

  /** Counts a connection until the returned function is called. */
  openConnection(kind: ConnectionKind): () => void {
    let change = 1
    const count = () => {
      this.connections[kind] += change
      change = change === 1 ? -1 : 0
      this.onConnections()
    }
    count()
    return count
  }
}
