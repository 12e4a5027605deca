import { creator_audit_states } from '#contract/creator-labels.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './Creator.module.css'
import type { Standing } from './requests.ts'

/** What was applied for at other times, and what came of it. */
export function Earlier({ history }: Pick<Standing, 'history'>) {
  if (history.length < 2) return null
  return (
    <details className={styles.earlier}>
      <summary>申请记录（{history.length}）</summary>
      <ol>
        {history.map(({ id, state, submitted_at, reason, revoked_reason }) => (
          <li key={id}>
            <TimeText at={submitted_at} /> {creator_audit_states[state]}
            {reason && `：${reason}`}
            {revoked_reason && `；之后收回：${revoked_reason}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
