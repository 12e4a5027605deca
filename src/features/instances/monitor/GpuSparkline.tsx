import { type InstanceUsage, usageLine } from '#contract/monitor.ts'
import { Sparkline } from '#src/ui/charts/Sparkline.tsx'
import styles from './GpuSparkline.module.css'

interface Props {
  /** Undefined while it loads, or without any sample: the place is kept. */
  usage: InstanceUsage | undefined
  metric?: 'gpu_use' | 'vram_use'
  /** Fills its container, with its name and the newest value above. */
  large?: boolean
}

const metricNames = { gpu_use: 'GPU 利用率', vram_use: '显存占用' } as const
const noPoints: readonly null[] = Array.from({ length: usageLine.points }, () => null)

/** Line of the last hour with the newest value. */
export function GpuSparkline({ usage, metric = 'gpu_use', large = false }: Props) {
  const values = usage?.[metric] ?? noPoints
  // the newest interval may have no sample yet
  const now = values.at(-1) ?? values.at(-2) ?? null
  const name = `近 1 小时${metric === 'gpu_use' ? ' ' : ''}${metricNames[metric]}`
  const label = `${name}，${now === null ? '暂无采样' : `现在 ${now}%`}`
  return (
    <span className={styles.use} data-large={large}>
      {large && (
        <span className={styles.name} aria-hidden="true">
          {metricNames[metric]}
          <small>近 1 小时</small>
        </span>
      )}
      <Sparkline values={values} top={100} label={label} {...(large && { width: 320, height: 56, wide: true })} />
      <span className={styles.value} data-none={now === null} aria-hidden="true">
        {now === null ? (large ? '暂无采样' : '—') : `${now}%`}
      </span>
    </span>
  )
}
