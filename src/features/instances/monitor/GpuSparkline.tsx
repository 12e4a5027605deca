import { type InstanceUsage, usageLine } from '#contract/monitor.ts'
import { Sparkline } from '#src/ui/charts/Sparkline.tsx'
import styles from './GpuSparkline.module.css'

interface Props {
  /** Undefined while it loads, or without any sample: the place is kept. */
  usage: InstanceUsage | undefined
  metric?: 'gpu_use' | 'vram_use'
  /** Size of the line in px. */
  width?: number
  height?: number
}

const metricNames = { gpu_use: ' GPU 利用率', vram_use: '显存占用' } as const
const noPoints: readonly null[] = Array.from({ length: usageLine.points }, () => null)

/** Line of the last hour with the newest value beside it. */
export function GpuSparkline({ usage, metric = 'gpu_use', width, height }: Props) {
  const values = usage?.[metric] ?? noPoints
  // the newest interval may have no sample yet
  const now = values.at(-1) ?? values.at(-2) ?? null
  const label = `近 1 小时${metricNames[metric]}，${now === null ? '暂无采样' : `现在 ${now}%`}`
  return (
    <span className={styles.use}>
      <Sparkline values={values} top={100} label={label} {...(width && { width })} {...(height && { height })} />
      <span className={styles.value} aria-hidden="true">
        {now === null ? '—' : `${now}%`}
      </span>
    </span>
  )
}
