import type { Span } from './monitor-view.ts'

export type Grip = 'from' | 'to' | 'move' | 'new'

/** A part shorter than this many buckets shows nothing more. */
const buckets_min = 2

/** What a brush may hold: within the whole, on the edges of buckets, and no shorter than makes sense. */
export interface Track {
  whole: Span
  step_ms: number
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
const snap = (at: number, { whole, step_ms }: Track): number =>
  clamp(whole.from + Math.round((at - whole.from) / step_ms) * step_ms, whole.from, whole.to)

/** Moves one edge to a moment, as far as the other leaves room. */
export function moveEdge(part: Span, edge: 'from' | 'to', at: number, track: Track): Span {
  const room = Math.min(buckets_min * track.step_ms, track.whole.to - track.whole.from)
  const moment = snap(at, track)
  return edge === 'from'
    ? { from: clamp(moment, track.whole.from, part.to - room), to: part.to }
    : { from: part.from, to: clamp(moment, part.from + room, track.whole.to) }
}

/** Moves a part without changing its length. */
export function movePart(part: Span, by: number, { whole, step_ms }: Track): Span {
  const steps = Math.round(clamp(by, whole.from - part.from, whole.to - part.to) / step_ms) * step_ms
  return { from: part.from + steps, to: part.to + steps }
}

/** The part between two moments, whichever comes first. */
export function partBetween(a: number, b: number, track: Track): Span {
  const [first, last] = [snap(Math.min(a, b), track), snap(Math.max(a, b), track)]
  const room = Math.min(buckets_min * track.step_ms, track.whole.to - track.whole.from)
  const from = Math.min(first, track.whole.to - room)
  return { from, to: Math.max(last, from + room) }
}

export const isWhole = (part: Span, { whole }: Track): boolean => part.from <= whole.from && part.to >= whole.to

/** What somebody takes hold of at a moment; `near_ms` is how close to an edge counts as on it. */
export function gripAt(at: number, part: Span, near_ms: number, track: Track): Grip {
  const [to_from, to_to] = [Math.abs(at - part.from), Math.abs(at - part.to)]
  if (Math.min(to_from, to_to) <= near_ms) return to_from < to_to ? 'from' : 'to'
  return !isWhole(part, track) && at > part.from && at < part.to ? 'move' : 'new'
}
