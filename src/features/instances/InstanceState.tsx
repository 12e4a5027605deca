import type { Instance } from '#contract/instances.ts'
import { serverNow } from '#src/api/server-time.ts'
import { releaseOf } from '#src/features/wallet/spend-rate/release-text.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import { PullBar } from './ImagePullBar.tsx'
import styles from './InstanceState.module.css'
import { stopText, unseenText } from './instance-text.ts'
import { WaitingMark } from './WaitingMark.tsx'

interface Props {
  instance: Pick<Instance, 'id' | 'status' | 'reason' | 'gpu_mode' | 'task' | 'pull' | 'release_at' | 'unseen_since'>
  /** In one line. */
  inline?: boolean
}

/** The state, why it is so where it did not come by itself, and how long what is at rest is kept. */
export function InstanceState({ instance, inline = false }: Props) {
  const { id, status, gpu_mode, task, pull, release_at, unseen_since } = instance
  const why = stopText(instance)
  const release = releaseOf(release_at, serverNow())
  return (
    <span className={styles.state} data-inline={inline}>
      <StatusTag status={status} />
      {gpu_mode === 'none' && <span className={styles.reason}>无卡</span>}
      {task && <span className={styles.reason}>{task.percent}%</span>}
      {pull && !inline && <PullBar pull={pull} brief />}
      {why && <span className={styles.reason}>{why}</span>}
      {unseen_since && <span className={styles.unseen}>{unseenText(unseen_since)}</span>}
      {release && (!inline || release.soon) && <Tag tone={release.soon ? 'warning' : 'neutral'}>{release.text}</Tag>}
      {!inline && (
        <span className={styles.waiting}>
          <WaitingMark instance={{ id, status }} />
        </span>
      )}
    </span>
  )
}
