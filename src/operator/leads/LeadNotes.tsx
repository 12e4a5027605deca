import { lead_states, type OperatorLeadDetail } from '#contract/operator/leads.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { TagOf } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './LeadNotes.module.css'
import { lead_looks } from './lead-state-styles.ts'

/** What they wrote, and every note since, newest first. */
export function LeadNotes({ lead: { message, notes } }: { lead: OperatorLeadDetail }) {
  return (
    <Panel title="需求与跟进">
      <p className={styles.message}>{message || '没有填写需求。'}</p>
      {notes.length === 0 && <p className={styles.none}>还没有跟进记录。</p>}
      <ol className={styles.notes}>
        {notes.map(({ id, at, author, state, note }) => (
          <li key={id}>
            <span className={styles.head}>
              <TagOf state={state} looks={lead_looks} words={lead_states} />
              {author.nickname}
              <TimeText at={at} />
            </span>
            <p className={styles.message}>{note}</p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
