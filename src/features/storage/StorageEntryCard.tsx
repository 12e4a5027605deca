import type { StorageEntry } from '#contract/file-storage.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { EntryName } from './EntryName.tsx'
import styles from './StorageEntryCard.module.css'

/** A file or folder on a phone. */
export function EntryCard({ entry }: { entry: StorageEntry }) {
  const { kind, size_bytes, changed_at } = entry
  return (
    <div className={styles.card}>
      <EntryName entry={entry} />
      <p>
        {kind === 'file' && <>{formatBytes(size_bytes)} · </>}
        <TimeText at={changed_at} />
      </p>
    </div>
  )
}
