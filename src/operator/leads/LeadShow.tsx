import { leadStates, type OperatorLeadDetail, operatorLeads } from '#contract/operator/leads.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { KnownFactsShow } from '#src/operator/shared/KnownFactsShow.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './LeadShow.module.css'
import { leadStateStyles } from './lead-state-styles.ts'

/** The lead's message and all later notes, newest first. */
function LeadNotes({ lead: { message, notes } }: { lead: OperatorLeadDetail }) {
  return (
    <PagePanel title="需求与跟进">
      <p className={styles.message}>{message || '没有填写需求。'}</p>
      {notes.length === 0 && <p className={styles.none}>还没有跟进记录。</p>}
      <ol className={styles.notes}>
        {notes.map(({ id, at, author, state, note }) => (
          <li key={id}>
            <span className={styles.head}>
              <StateTag state={state} looks={leadStateStyles} words={leadStates} />
              {author.nickname}
              <TimeText at={at} />
            </span>
            <p className={styles.message}>{note}</p>
          </li>
        ))}
      </ol>
    </PagePanel>
  )
}

/** A lead, its notes and its change history. */
export default function LeadShow({ resource }: { resource: Resource }) {
  return (
    <KnownFactsShow resource={resource} of={operatorLeads.get}>
      {(row) => (
        <ShowPanels>
          <LeadNotes lead={row} />
          <RowHistory resource={resource} id={row.id} />
        </ShowPanels>
      )}
    </KnownFactsShow>
  )
}
