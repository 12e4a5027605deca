import type { TimeSpan } from './monitor-view.ts'

export type BrushGrip = 'from' | 'to' | 'move' | 'new'

/** Minimum length of a selection, in buckets; a shorter one would show nothing more. */
const minBuckets = 2

/** Limits of a brush selection: within the whole span, aligned to bucket edges or the end, with a minimum length. */
export interface BrushTrack {
  whole: TimeSpan
  stepMs: number
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)
const snap = (at: number, { whole, stepMs }: BrushTrack): number =>
  clamp(whole.from + Math.round((at - whole.from) / stepMs) * stepMs, whole.from, whole.to)

/** Moves one edge to a moment, as far as the other edge allows. */
export function moveEdge(part: TimeSpan, edge: 'from' | 'to', at: number, track: BrushTrack): TimeSpan {
  const room = Math.min(minBuckets * track.stepMs, track.whole.to - track.whole.from)
  const moment = snap(at, track)
  return edge === 'from'
    ? { from: clamp(moment, track.whole.from, part.to - room), to: part.to }
    : { from: part.from, to: clamp(moment, part.from + room, track.whole.to) }
}

/** Moves a selection without changing its length. */
export function movePart(part: TimeSpan, by: number, { whole, stepMs }: BrushTrack): TimeSpan {
  const moved = clamp(Math.round(by / stepMs) * stepMs, whole.from - part.from, whole.to - part.to)
  return { from: part.from + moved, to: part.to + moved }
}

/** Creates the selection between two moments, in either order. */
export function createPart(a: number, b: number, track: BrushTrack): TimeSpan {
  const [first, last] = [snap(Math.min(a, b), track), snap(Math.max(a, b), track)]
  const room = Math.min(minBuckets * track.stepMs, track.whole.to - track.whole.from)
  const from = Math.min(first, track.whole.to - room)
  return { from, to: Math.max(last, from + room) }
}

export const isWhole = (part: TimeSpan, { whole }: BrushTrack): boolean => part.from <= whole.from && part.to >= whole.to

/** Returns what the pointer grips at a moment; `nearMs` is the largest distance that counts as on an edge. */
export function computeGrip(at: number, part: TimeSpan, nearMs: number, track: BrushTrack): BrushGrip {
  const [toFrom, toTo] = [Math.abs(at - part.from), Math.abs(at - part.to)]
  if (Math.min(toFrom, toTo) <= nearMs) return toFrom < toTo ? 'from' : 'to'
  return !isWhole(part, track) && at > part.from && at < part.to ? 'move' : 'new'
}
