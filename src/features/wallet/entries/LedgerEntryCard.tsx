import { Link } from 'react-router-dom'
import type { z } from 'zod'
import type { LedgerEntry } from '#contract/wallet.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { EntryKindTag } from './EntryKindTag.tsx'
import styles from './LedgerEntryCard.module.css'

/** One row of the ledger as a bank's app shows it: what and how much, then when and what was left. */
export function LedgerEntryCard({ entry }: { entry: z.infer<typeof LedgerEntry> }) {
  return (
    <div className={styles.entry}>
      <h2 className={styles.title}>
        <Link to={paths.incomeEntry(entry.id)}>{entry.title}</Link>
      </h2>
      <span className={styles.amount}>
        <YuanAmount amount={entry.amount} as="flow" />
      </span>
      <span className={styles.when}>
        <EntryKindTag kind={entry.kind} />
        <TimeText at={entry.at} />
      </span>
      <span className={styles.left}>
        余额 <YuanAmount amount={entry.balance_after} />
      </span>
    </div>
  )
}
