import { Button } from 'antd'
import type { Monitor } from '#contract/monitor.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { SimulatedMark } from '#src/features/instances/SimulatedMark.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ChartEvents } from './ChartEvents.tsx'
import { toEmptyText } from './empty-text.ts'
import { MetricPanel } from './MetricPanel.tsx'
import styles from './Monitor.module.css'
import { MonitorTable } from './MonitorTable.tsx'
import type { TimeSpan } from './monitor-view.ts'
import { buildPanels } from './panels.ts'
import { TimeStrip } from './TimeStrip.tsx'

interface Props {
  instance: InstanceDetail
  /** What is drawn large, and the time it is a part of. */
  data: Monitor
  whole: Monitor
  /** Another time is on its way. */
  stale: boolean
  table: boolean
  zoom: TimeSpan | null
  onZoom: (zoom: TimeSpan | null) => void
  /** Looks at the longest time. */
  onLonger: () => void
}

/** The charts above, the whole time below; or the table; or why there is nothing. */
export function MonitorBody({ instance, data, whole, stale, table, zoom, onZoom, onLonger }: Props) {
  if (!data.ever_sampled) return <EmptyState {...toEmptyText(instance.status)} />
  const seen = data.series.some(({ max }) => max !== null)
  return (
    <div className={styles.body} data-stale={stale} aria-busy={stale}>
      {data.simulated && (
        <p className={styles.note}>
          <SimulatedMark /> 由模拟器给出，没有真实的 GPU。
        </p>
      )}
      {!seen && (
        <p className={styles.note} role="status">
          这段时间没有采样：实例没有在运行。
          <Button type="link" size="small" onClick={onLonger}>
            看最近 30 天
          </Button>
        </p>
      )}
      {table ? (
        <MonitorTable data={data} />
      ) : (
        <div className={styles.panels}>
          {buildPanels(data).map((panel) => (
            <MetricPanel key={panel.key} panel={panel} data={data} />
          ))}
        </div>
      )}
      <TimeStrip data={whole} zoom={zoom} onZoom={onZoom} />
      <ChartEvents events={data.events} />
    </div>
  )
}
