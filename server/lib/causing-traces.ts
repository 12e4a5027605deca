import type { Context } from '@opentelemetry/api'
import { isTracing, readTraceContext, writeTraceParent } from '#server/lib/tracing.ts'

/**
 * Which trace an instance's work belongs to: the call's that asked for it. It travels in the notice that wakes the workers and is
 * kept in memory alone, as it decides nothing: without it, a worker's step is a trace of its own.
 */

/** A start with a long pull takes about as long; later steps are no longer what somebody waits for. */
const keptMs = 10 * 60_000
const keptMost = 1_000
const noticePattern = /^cause (\S+) (00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2})$/

const causes = new Map<string, { traceparent: string; at: number }>()

/** The notice for work with an instance; undefined if nothing is traced. */
export function describeCause(id: string): string | undefined {
  const traceparent = writeTraceParent()
  return traceparent && `cause ${id} ${traceparent}`
}

/** Keeps what a notice says, the newest of each instance. */
export function noteCause(notice: string, now: Date): void {
  const [, id, traceparent] = (isTracing() && noticePattern.exec(notice)) || []
  if (!id || !traceparent) return
  causes.delete(id)
  causes.set(id, { traceparent, at: now.getTime() })
  const [oldest] = causes.keys()
  if (causes.size > keptMost && oldest !== undefined) causes.delete(oldest)
}

export function findCause(id: string, now: Date): Context | undefined {
  const known = causes.get(id)
  if (!known) return undefined
  if (Math.abs(now.getTime() - known.at) < keptMs) return readTraceContext(known)
  causes.delete(id)
  return undefined
}
