import { creatorAuditStates } from '#contract/creator-labels.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './Creator.module.css'
import type { OwnCreatorStanding } from './requests.ts'

/** What was applied for at other times, and what came of it. */
export function EarlierApplications({ history }: Pick<OwnCreatorStanding, 'history'>) {
  if (history.length < 2) return null
  return (
    <details className={styles.earlier}>
      <summary>申请记录（{history.length}）</summary>
      <ol>
        {history.map(({ id, state, submitted_at: submittedAt, reason, revoked_reason: revokedReason }) => (
          <li key={id}>
            <TimeText at={submittedAt} /> {creatorAuditStates[state]}
            {reason && `：${reason}`}
            {revokedReason && `；之后收回：${revokedReason}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
