/** The only source of time. Business code never reads the wall clock itself (design §6). */
export interface Clock {
  now(): Date
  /** Resolves after `ms`, or immediately when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}
