import { Link } from 'react-router-dom'
import type { LedgerEntryDetail } from '#contract/ledger-entries.ts'
import { walletNames } from '#contract/wallet.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { EntryCharges } from './EntryCharges.tsx'
import styles from './EntryReason.module.css'
import { toEntryReason } from './entry-reason.ts'

/** What a row was for: in words, with the way to the thing itself and to what the same posting moved elsewhere. */
export function EntryReason({ entry }: { entry: LedgerEntryDetail }) {
  const { words, to, link } = toEntryReason(entry)
  return (
    <ShowPanels>
      <PagePanel title="这一笔是为了什么">
        <div className={styles.reason}>
          <p>{words}</p>
          {to && <Link to={to}>{link}</Link>}
          {entry.others.map((other) => (
            <p key={other.id} className={styles.other}>
              同一笔交易中，{walletNames[other.wallet]} <YuanAmount amount={other.amount} as="flow" />
            </p>
          ))}
        </div>
      </PagePanel>
      {entry.charges.length > 0 && (
        <PagePanel title="扣的是哪些秒" flush>
          <EntryCharges charges={entry.charges} />
        </PagePanel>
      )}
    </ShowPanels>
  )
}
