import { Button } from 'antd'
import type { Monitor } from '#contract/monitor.ts'
import { parseChartTimes } from './chart-rows.ts'
import type { TimeSpan } from './monitor-view.ts'
import { buildStripPath } from './strip-path.ts'
import styles from './TimeStrip.module.css'
import { formatMoment } from './time-ticks.ts'
import { useBrush } from './use-brush.ts'

interface Props {
  /** The whole time. */
  data: Monitor
  zoom: TimeSpan | null
  onZoom: (zoom: TimeSpan | null) => void
}

/** The whole time in small, and the part of it that is drawn large. */
export function TimeStrip({ data, zoom, onZoom }: Props) {
  const times = parseChartTimes(data)
  const stepMs = data.step_seconds * 1000
  const whole = { from: times[0] ?? 0, to: (times.at(-1) ?? 0) + stepMs }
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
        <svg viewBox={`0 0 ${times.length} 100`} preserveAspectRatio="none" role="img" aria-label={`${name}概览`}>
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
