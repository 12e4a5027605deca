import { instanceStatusCodes } from '#contract/instance-actions.ts'

/** A stretch of time in epoch milliseconds, `to` exclusive. */
export interface Span {
  from: number
  to: number
}

export const clipSpan = (span: Span, to: Span): Span => ({ from: Math.max(span.from, to.from), to: Math.min(span.to, to.to) })
export const computeSpanMs = ({ from, to }: Span): number => Math.max(0, to - from)

/** Builds the stretches in which an instance ran from its status changes, oldest first; saving an image goes on as it was. */
export function buildRunSpans(changes: readonly { at: Date; status: number }[], window: Span): Span[] {
  const spans: Span[] = []
  let since: number | undefined
  const close = (at: number) => {
    if (since !== undefined) spans.push(clipSpan({ from: since, to: at }, window))
    since = undefined
  }
  for (const { at, status } of changes) {
    if (status === instanceStatusCodes.saving) continue
    if (status === instanceStatusCodes.running) since ??= at.getTime()
    else close(at.getTime())
  }
  close(window.to)
  return spans.filter((span) => computeSpanMs(span) > 0)
}

/** Returns what is left of `spans` without the time of `taken`. */
export const subtractSpans = (spans: readonly Span[], taken: readonly Span[]): Span[] =>
  taken.reduce<Span[]>(
    (left, { from, to }) =>
      left.flatMap((span) =>
        [
          { from: span.from, to: Math.min(span.to, from) },
          { from: Math.max(span.from, to), to: span.to },
        ].filter((part) => computeSpanMs(part) > 0),
      ),
    [...spans],
  )

/**
 * Counts the periods bought one by one, each when the instance runs and nothing bought is left: fewer do not cover the runs,
 * because a period goes on while the instance is shut down. Also returns when the last one ends.
 */
export function countPeriods(runs: readonly Span[], periodMs: number): { count: number; ends_at: number } {
  let count = 0
  let endsAt = Number.NEGATIVE_INFINITY
  for (const { from, to } of runs.toSorted((a, b) => a.from - b.from)) {
    for (let at = Math.max(from, endsAt); at < to; at = endsAt) {
      count += 1
      endsAt = at + periodMs
    }
  }
  return { count, ends_at: endsAt }
}
