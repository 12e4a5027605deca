import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type BrushGrip, type BrushTrack, computeGrip, createPart, isWhole, moveEdge, movePart } from './brush.ts'
import type { TimeSpan } from './monitor-view.ts'

const nearPx = 14
/** A drag shorter than this was a click. */
const dragPx = 4
/** After the last key. */
const settleMs = 400
const keySteps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }

interface BrushHold {
  grip: BrushGrip
  startX: number
  startAt: number
  part: TimeSpan
}

/** A part of a time, chosen by hand or by keys; told once it is let go of, null for the whole. */
export function useBrush(track: BrushTrack, chosen: TimeSpan | null, onPart: (part: TimeSpan | null) => void) {
  const [draft, setDraft] = useState<TimeSpan | null>(null)
  const hold = useRef<BrushHold | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const part = draft ?? chosen ?? track.whole

  const settle = (next: TimeSpan) => {
    setDraft(null)
    onPart(isWhole(next, track) ? null : next)
  }
  const momentOf = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const msPerPx = (track.whole.to - track.whole.from) / Math.max(1, width)
    return { at: track.whole.from + (clientX - left) * msPerPx, msPerPx }
  }

  const pointer = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const { at, msPerPx } = momentOf(event)
      hold.current = { grip: computeGrip(at, part, nearPx * msPerPx, track), startX: event.clientX, startAt: at, part }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = hold.current
      if (!held || (draft === null && Math.abs(event.clientX - held.startX) < dragPx)) return
      const { at } = momentOf(event)
      if (held.grip === 'new') setDraft(createPart(held.startAt, at, track))
      else if (held.grip === 'move') setDraft(movePart(held.part, at - held.startAt, track))
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
      event.key === 'Home' ? Number.NEGATIVE_INFINITY : event.key === 'End' ? Number.POSITIVE_INFINITY : keySteps[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const end = steps < 0 ? track.whole.from : track.whole.to
    const next = moveEdge(part, edge, Number.isFinite(steps) ? part[edge] + steps * track.stepMs : end, track)
    setDraft(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => settle(next), settleMs)
  }

  return { part, pointer, onKey }
}
