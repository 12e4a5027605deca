import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Grip, gripAt, isWhole, moveEdge, movePart, partBetween, type Track } from './brush.ts'
import type { Span } from './monitor-view.ts'

const near_px = 14
/** A drag shorter than this was a click. */
const drag_px = 4
/** After the last key. */
const settle_ms = 400
const keys: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }

interface Hold {
  grip: Grip
  start_x: number
  start_at: number
  part: Span
}

/** A part of a time, chosen by hand or by keys; told once it is let go of, null for the whole. */
export function useBrush(track: Track, chosen: Span | null, onPart: (part: Span | null) => void) {
  const [draft, setDraft] = useState<Span | null>(null)
  const hold = useRef<Hold | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const part = draft ?? chosen ?? track.whole

  const settle = (next: Span) => {
    setDraft(null)
    onPart(isWhole(next, track) ? null : next)
  }
  const momentOf = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const ms_per_px = (track.whole.to - track.whole.from) / Math.max(1, width)
    return { at: track.whole.from + (clientX - left) * ms_per_px, ms_per_px }
  }

  const pointer = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const { at, ms_per_px } = momentOf(event)
      hold.current = { grip: gripAt(at, part, near_px * ms_per_px, track), start_x: event.clientX, start_at: at, part }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = hold.current
      if (!held || (draft === null && Math.abs(event.clientX - held.start_x) < drag_px)) return
      const { at } = momentOf(event)
      if (held.grip === 'new') setDraft(partBetween(held.start_at, at, track))
      else if (held.grip === 'move') setDraft(movePart(held.part, at - held.start_at, track))
      else setDraft(moveEdge(held.part, held.grip, at, track))
    },
    onPointerUp: () => {
      hold.current = null
      if (draft) settle(draft)
    },
    onPointerCancel: () => {
      hold.current = null
      setDraft(null)
    },
  }

  const onKey = (edge: 'from' | 'to') => (event: KeyboardEvent) => {
    const steps =
      event.key === 'Home' ? Number.NEGATIVE_INFINITY : event.key === 'End' ? Number.POSITIVE_INFINITY : keys[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const end = steps < 0 ? track.whole.from : track.whole.to
    const next = moveEdge(part, edge, Number.isFinite(steps) ? part[edge] + steps * track.step_ms : end, track)
    setDraft(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => settle(next), settle_ms)
  }

  return { part, pointer, onKey }
}
