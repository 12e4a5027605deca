import { useState } from 'react'
import type { DataSetEntry } from '#contract/community.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './FileBrowser.module.css'
import { FolderLevel, type LevelProps } from './FolderLevel.tsx'

/** A folder; what it holds is asked for when it is first opened, and stays. */
export function FolderLine({ entry, ...level }: { entry: DataSetEntry } & Omit<LevelProps, 'path'>) {
  const [open, setOpen] = useState(level.chosen.startsWith(`${entry.path}/`))
  const [asked, setAsked] = useState(open)
  const toggle = () => {
    setAsked(true)
    setOpen(!open)
  }
  return (
    <>
      <button type="button" className={styles.line} aria-expanded={open} onClick={toggle}>
        <Icon name="chevron" className={styles.mark} />
        <span className={styles.name}>{entry.name}/</span>
        <span className={styles.count}>{entry.file_count} 个文件</span>
        <span className={styles.size}>{formatBytes(entry.size_bytes)}</span>
      </button>
      {asked && (
        <div className={styles.inner} hidden={!open}>
          <FolderLevel {...level} path={entry.path} />
        </div>
      )}
    </>
  )
}
