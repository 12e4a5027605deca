import type { Instance } from '#contract/instances.ts'
import { GpuSparkline } from './GpuSparkline.tsx'
import styles from './UseLines.module.css'
import { useInstanceUsage } from './use-instance-usage.ts'

const metrics = ['gpu_use', 'vram_use'] as const

/** GPU and VRAM use of the last hour; opens the charts. */
export default function UseLines({ instance: { id }, onOpen }: { instance: Pick<Instance, 'id'>; onOpen: () => void }) {
  const usage = useInstanceUsage([id]).get(id)
  return (
    <button type="button" className={styles.lines} onClick={onOpen} title="查看监控">
      {metrics.map((metric) => (
        <GpuSparkline key={metric} usage={usage} metric={metric} large />
      ))}
    </button>
  )
}
