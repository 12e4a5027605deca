import type { Instance } from '#contract/instances.ts'
import { MeterBar } from '#src/ui/charts/MeterBar.tsx'
import styles from './GpuUse.module.css'
import { useRowUsage } from './monitor/use-instance-usage.ts'

/** Newest GPU use of a running instance, in a row of the list; the place is kept until it is known. */
export function GpuUse({ instance: { id } }: { instance: Pick<Instance, 'id'> }) {
  const values = useRowUsage(id)?.gpu_use
  // the newest interval may have no sample yet
  const percent = values?.at(-1) ?? values?.at(-2) ?? null
  const words = percent === null ? 'GPU —' : `GPU ${percent}%`
  return (
    <span className={styles.use}>
      <span aria-hidden="true">{words}</span>
      <MeterBar
        parts={[{ name: 'GPU', percent: percent ?? 0 }]}
        label={percent === null ? 'GPU 利用率暂无采样' : `GPU 利用率 ${percent}%`}
        slim
      />
    </span>
  )
}
