import type { DataSetEntry } from '#contract/community.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import styles from './FileBrowser.module.css'

/** A file; choosing it shows what it holds. */
export const FileLine = ({ entry, chosen, onChoose }: { entry: DataSetEntry; chosen: boolean; onChoose: () => void }) => (
  <button type="button" className={styles.line} aria-pressed={chosen} title={entry.kind ?? undefined} onClick={onChoose}>
    <span className={styles.name}>{entry.name}</span>
    <span className={styles.size}>{formatBytes(entry.size_bytes)}</span>
  </button>
)
