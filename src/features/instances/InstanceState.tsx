import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { GpuUse } from './GpuUse.tsx'
import { ImagePullBar } from './ImagePullBar.tsx'
import styles from './InstanceState.module.css'
import { formatStopText, formatUnseen } from './instance-text.ts'
import { RetentionMeter } from './RetentionMeter.tsx'
import { WaitingMark } from './WaitingMark.tsx'

type StateFields = 'id' | 'status' | 'reason' | 'gpu_mode' | 'task' | 'pull' | 'release_at' | 'unseen_since'

/** State of an instance, and the reason if the user did not cause it, on one line. */
export function InstanceStateLine({ instance }: { instance: Pick<Instance, StateFields> }) {
  const { status, gpu_mode: gpuMode, task, unseen_since: unseenSince } = instance
  const why = formatStopText(instance)
  return (
    <span className={styles.line}>
      <StatusTag status={status} />
      {gpuMode === 'none' && <span className={styles.reason}>无卡</span>}
      {task && <span className={styles.reason}>{task.percent}%</span>}
      {why && <span className={styles.reason}>{why}</span>}
      {unseenSince && <span className={styles.unseen}>{formatUnseen(unseenSince)}</span>}
    </span>
  )
}

/** What goes on below the state: GPU use while it runs, the image on its way, how long the data is kept, the place in a queue. */
export function InstanceProgress({ instance }: { instance: Pick<Instance, StateFields> }) {
  const { id, status, gpu_mode: gpuMode, pull, unseen_since: unseenSince } = instance
  return (
    <>
      {status === instanceStatusCodes.running && gpuMode === 'gpu' && !unseenSince && <GpuUse instance={{ id }} />}
      {pull && <ImagePullBar pull={pull} brief />}
      <RetentionMeter instance={instance} />
      <WaitingMark instance={{ id, status }} />
    </>
  )
}

/** State of an instance as a cell of the list; its width does not depend on the state. */
export function InstanceState({ instance }: { instance: Pick<Instance, StateFields> }) {
  return (
    <div className={styles.state}>
      <InstanceStateLine instance={instance} />
      <InstanceProgress instance={instance} />
    </div>
  )
}
