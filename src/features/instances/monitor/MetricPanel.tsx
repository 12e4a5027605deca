import { memo } from 'react'
import type { Monitor } from '#contract/monitor.ts'
import { parseChartTimes } from './chart-rows.ts'
import { MetricChart } from './MetricChart.tsx'
import { MetricFigures } from './MetricFigures.tsx'
import styles from './Monitor.module.css'
import type { PanelView } from './panels.ts'

/** One group of metrics: its figures, and its lines. */
export const MetricPanel = memo(function MetricPanel({ panel, data }: { panel: PanelView; data: Monitor }) {
  return (
    <section className={styles.panel} aria-label={panel.title}>
      <h3 className={styles.title}>{panel.title}</h3>
      <MetricFigures lines={panel.lines} />
      <MetricChart panel={panel} times={parseChartTimes(data)} step_seconds={data.step_seconds} events={data.events} />
    </section>
  )
})
