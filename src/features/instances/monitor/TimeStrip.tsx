import { Button } from 'antd'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Monitor, metrics } from '#contract/monitor.ts'
import { type BrushGrip, type BrushTrack, computeGrip, createPart, isWhole, moveEdge, movePart } from './brush.ts'
import { parseChartTimes } from './chart-rows.ts'
import type { TimeSpan } from './monitor-view.ts'
import styles from './TimeStrip.module.css'
import { formatMoment } from './time-ticks.ts'

/** Height of the strip in px. */
export const stripHeight = 64

const nearPx = 14
/** Drags shorter than this, in px, count as clicks. */
const dragPx = 4
/** Delay in ms after the last key press before the change is applied. */
const settleMs = 400
const keySteps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }

interface BrushHold {
  grip: BrushGrip
  startX: number
  startAt: number
  part: TimeSpan
}

/** Selects part of a time span by pointer or keys; reported on release, null for the whole span. */
function useBrush(track: BrushTrack, chosen: TimeSpan | null, onPart: (part: TimeSpan | null) => void) {
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

/** Builds the SVG path of the load as columns, one unit wide per bucket and 100 high: GPU peaks, or CPU. */
function buildStripPath({ series, times }: Monitor): { name: string; path: string } {
  const cards = series.filter(({ metric }) => metric === 'gpu_use')
  const shown = cards.length ? cards : series.filter(({ metric }) => metric === 'cpu_use')
  const columns = times.map((_, index) => Math.max(...shown.map(({ points }) => points.max[index] ?? 0)))
  const path = columns.flatMap((value, index) => (value > 0 ? [`M${index} 100V${Math.round(100 - value)}h1V100z`] : [])).join('')
  return { name: metrics[shown[0]?.metric ?? 'cpu_use'].label, path }
}

interface Props {
  /** Data of the whole time span. */
  data: Monitor
  zoom: TimeSpan | null
  onZoom: (zoom: TimeSpan | null) => void
}

/** Overview of the whole time span, with the zoomed part selected. */
export function TimeStrip({ data, zoom, onZoom }: Props) {
  const times = parseChartTimes(data)
  const stepMs = data.step_seconds * 1000
  // the last bucket may reach into the future
  const whole = { from: times[0] ?? 0, to: Math.min((times.at(-1) ?? 0) + stepMs, Date.parse(data.to)) }
  const { part, pointer, onKey } = useBrush({ whole, stepMs }, zoom, onZoom)
  const share = (at: number) =>
    `${(100 * (Math.min(Math.max(at, whole.from), whole.to) - whole.from)) / (whole.to - whole.from)}%`
  const say = (at: number) => formatMoment(at, data.step_seconds)
  const { name, path } = buildStripPath(data)
  return (
    <section className={styles.strip} aria-label="缩放时间">
      <p className={styles.head}>
        <span>
          {say(part.from)} 至 {say(part.to)}
        </span>
        {zoom ? (
          <Button size="small" onClick={() => onZoom(null)}>
            看全部时间
          </Button>
        ) : (
          <span className={styles.hint}>拖动选择一段放大</span>
        )}
      </p>
      <div className={styles.track} {...pointer}>
        <svg
          viewBox={`0 0 ${(whole.to - whole.from) / stepMs} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${name}概览`}
        >
          <path d={path} fill="var(--color-primary)" fillOpacity="0.35" />
        </svg>
        {data.events.map(({ at, kind, title }) => (
          <i
            key={`${at}${title}`}
            className={styles.event}
            data-kind={kind}
            style={{ insetInlineStart: share(Date.parse(at)) }}
          />
        ))}
        <div className={styles.outside} style={{ insetInlineStart: 0, width: share(part.from) }} />
        <div className={styles.outside} style={{ insetInlineStart: share(part.to), insetInlineEnd: 0 }} />
        <div
          className={styles.part}
          style={{ insetInlineStart: share(part.from), width: `calc(${share(part.to)} - ${share(part.from)})` }}
        />
        {(['from', 'to'] as const).map((edge) => (
          <div
            key={edge}
            role="slider"
            tabIndex={0}
            className={styles.edge}
            style={{ insetInlineStart: share(part[edge]) }}
            aria-label={edge === 'from' ? '放大的开始' : '放大的结束'}
            aria-valuemin={whole.from}
            aria-valuemax={whole.to}
            aria-valuenow={part[edge]}
            aria-valuetext={say(part[edge])}
            onKeyDown={onKey(edge)}
          />
        ))}
      </div>
    </section>
  )
}
