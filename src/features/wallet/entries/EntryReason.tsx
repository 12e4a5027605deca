import { Link } from 'react-router-dom'
import type { EntryDetail } from '#contract/ledger-entries.ts'
import { wallet_words } from '#contract/wallet.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import { EntryCharges } from './EntryCharges.tsx'
import styles from './EntryReason.module.css'
import { reasonOf } from './entry-reason.ts'

/** What a row was for: in words, with the way to the thing itself and to what the same posting moved elsewhere. */
export function EntryReason({ entry }: { entry: EntryDetail }) {
  const { words, to, link } = reasonOf(entry)
  return (
    <Parts>
      <Panel title="这一笔是为了什么">
        <div className={styles.reason}>
          <p>{words}</p>
          {to && <Link to={to}>{link}</Link>}
          {entry.others.map((other) => (
            <p key={other.id} className={styles.other}>
              同一笔交易中，{wallet_words[other.wallet]} <Yuan amount={other.amount} as="flow" />
            </p>
          ))}
        </div>
      </Panel>
      {entry.charges.length > 0 && (
        <Panel title="扣的是哪些秒" flush>
          <EntryCharges charges={entry.charges} />
        </Panel>
      )}
    </Parts>
  )
}
