import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DatasetFilePreview } from './DatasetFilePreview.tsx'
import styles from './FileBrowser.module.css'
import { FolderLevel } from './FileTree.tsx'

/** Browses the files of a version, one level at a time, with a preview of the file named in the address. */
export function FileBrowser({ version_id: versionId }: { version_id: string }) {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('file') ?? ''
  const pane = useRef<HTMLDivElement>(null)

  const choose = (path: string) => {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (path) next.set('file', path)
        else next.delete('file')
        return next
      },
      { preventScrollReset: true },
    )
    // in a stacked layout the requested file would be off screen
    if (path) requestAnimationFrame(() => pane.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <div className={styles.browser} key={versionId}>
      <div className={styles.parts}>
        <nav className={styles.tree} aria-label="文件清单">
          <FolderLevel version_id={versionId} path="" chosen={chosen} onChoose={choose} />
        </nav>
        <div ref={pane} className={styles.pane} aria-live="polite">
          {chosen ? (
            <DatasetFilePreview key={chosen} version_id={versionId} path={chosen} onClose={() => choose('')} />
          ) : (
            <p className={styles.hint}>选一个文件，在这里预览文本、表格或图片。</p>
          )}
        </div>
      </div>
    </div>
  )
}
