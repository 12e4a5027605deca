import type { Instance } from '#contract/instances.ts'
import { serverNow } from '#src/api/server-time.ts'
import { releaseText } from '#src/console/burn/release-text.ts'
import { StatusTag } from '#src/kit/StatusTag.tsx'
import styles from './InstanceState.module.css'
import { PullBar } from './PullBar.tsx'
import { WaitingMark } from './WaitingMark.tsx'
import { reasonText, unseenText } from './words.ts'

interface Props {
  instance: Pick<Instance, 'id' | 'status' | 'reason' | 'gpu_mode' | 'task' | 'pull' | 'release_at' | 'unseen_since'>
  /** In one line. */
  inline?: boolean
}

/** The state, and why it is so where it did not come by itself. */
export function InstanceState({ instance, inline = false }: Props) {
  const { id, status, reason, gpu_mode, task, pull, release_at, unseen_since } = instance
  const why = reasonText(reason)
  const release = releaseText(release_at, serverNow())
  return (
    <span className={styles.state} data-inline={inline}>
      <StatusTag status={status} />
      {gpu_mode === 'none' && <span className={styles.reason}>无卡</span>}
      {task && <span className={styles.reason}>{task.percent}%</span>}
      {pull && !inline && <PullBar pull={pull} brief />}
      {why && <span className={styles.reason}>{why}</span>}
      {unseen_since && <span className={styles.release}>{unseenText(unseen_since)}</span>}
      {release && <span className={styles.release}>{release}</span>}
      {!inline && (
        <span className={styles.waiting}>
          <WaitingMark instance={{ id, status }} />
        </span>
      )}
    </span>
  )
}
