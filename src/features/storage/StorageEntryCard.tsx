import type { StorageEntry } from '#contract/file-storage.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { EntryName } from './EntryName.tsx'
import styles from './StorageEntryCard.module.css'

/** A file or folder on a phone. */
export function StorageEntryCard({ entry }: { entry: StorageEntry }) {
  const { kind, size_bytes: sizeBytes, changed_at: changedAt } = entry
  return (
    <div className={styles.card}>
      <EntryName entry={entry} />
      <p>
        {kind === 'file' && <>{formatBytes(sizeBytes)} · </>}
        <TimeText at={changedAt} />
      </p>
    </div>
  )
}
