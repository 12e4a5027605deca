import type { Instance } from '#contract/instances.ts'
import { GpuSparkline } from './GpuSparkline.tsx'
import styles from './UseLines.module.css'
import { useInstanceUsage } from './use-instance-usage.ts'

const lines = [
  { metric: 'gpu_use', name: 'GPU 利用率' },
  { metric: 'vram_use', name: '显存占用' },
] as const

/** GPU and VRAM use of the last hour; opens the charts. */
export default function UseLines({ instance: { id }, onOpen }: { instance: Pick<Instance, 'id'>; onOpen: () => void }) {
  const usage = useInstanceUsage([id]).get(id)
  return (
    <button type="button" className={styles.lines} onClick={onOpen} title="查看监控">
      {lines.map(({ metric, name }) => (
        <span key={metric} className={styles.line}>
          <span className={styles.name}>{name}</span>
          <GpuSparkline usage={usage} metric={metric} width={160} height={32} />
        </span>
      ))}
      <span className={styles.span}>近 1 小时</span>
    </button>
  )
}
