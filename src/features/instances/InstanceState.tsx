import type { Instance } from '#contract/instances.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { computeRelease } from '#src/features/wallet/shared.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { ImagePullBar } from './ImagePullBar.tsx'
import styles from './InstanceState.module.css'
import { formatStopText, formatUnseen } from './instance-text.ts'
import { WaitingMark } from './WaitingMark.tsx'

interface Props {
  instance: Pick<Instance, 'id' | 'status' | 'reason' | 'gpu_mode' | 'task' | 'pull' | 'release_at' | 'unseen_since'>
  /** Renders everything on one line. */
  inline?: boolean
}

/** State of an instance, the reason if the user did not cause it, and how long its data is kept while stopped. */
export function InstanceState({ instance, inline = false }: Props) {
  const { id, status, gpu_mode: gpuMode, task, pull, release_at: releaseAt, unseen_since: unseenSince } = instance
  const why = formatStopText(instance)
  const release = computeRelease(releaseAt, getServerNow())
  return (
    <span className={styles.state} data-inline={inline}>
      <StatusTag status={status} />
      {gpuMode === 'none' && <span className={styles.reason}>无卡</span>}
      {task && <span className={styles.reason}>{task.percent}%</span>}
      {pull && !inline && <ImagePullBar pull={pull} brief />}
      {why && <span className={styles.reason}>{why}</span>}
      {unseenSince && <span className={styles.unseen}>{formatUnseen(unseenSince)}</span>}
      {release && (!inline || release.soon) && <ToneTag tone={release.soon ? 'warning' : 'neutral'}>{release.text}</ToneTag>}
      {!inline && (
        <span className={styles.waiting}>
          <WaitingMark instance={{ id, status }} />
        </span>
      )}
    </span>
  )
}
