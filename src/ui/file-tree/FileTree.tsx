import { useEffect, useState } from 'react'
import type { DatasetFileEntry } from '#contract/community.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import controls from '#src/ui/controls.module.css'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './FileBrowser.module.css'

interface Level {
  entries: readonly DatasetFileEntry[]
  total: number
}

/** Loads the entries of one folder of a version page by page; the component must be keyed by the folder. */
function useDatasetFolder(versionId: string, path: string) {
  const [level, setLevel] = useState<Level>()
  const [page, setPage] = useState(1)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    const abort = new AbortController()
    const load = async () => (await import('./requests.ts')).listDatasetFolder(versionId, path, page, abort.signal)
    load().then(
      ({ entries, total }) => {
        if (abort.signal.aborted) return
        setLevel((before) => ({ entries: page === 1 ? entries : [...(before?.entries ?? []), ...entries], total }))
      },
      (refused: unknown) => {
        if (!abort.signal.aborted) setError(refused)
      },
    )
    return () => abort.abort()
  }, [versionId, path, page, tries])

  const retry = () => {
    setError(null)
    setTries((before) => before + 1)
  }
  return { level, error, retry, more: () => setPage((before) => before + 1) }
}

interface LevelProps {
  version_id: string
  /** Folder path; '' is the root. */
  path: string
  /** Path of the selected file. */
  chosen: string
  onChoose: (path: string) => void
}

/** Lists one folder. Subfolders load when opened. */
export function FolderLevel({ version_id: versionId, path, chosen, onChoose }: LevelProps) {
  const { level, error, retry, more } = useDatasetFolder(versionId, path)
  return (
    <AsyncView
      data={level}
      error={error}
      errorTitle="文件清单加载失败"
      onRetry={retry}
      skeleton={<SkeletonRows rows={3} columns={1} />}
    >
      {({ entries, total }) => (
        <>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <li key={entry.path}>
                {entry.folder ? (
                  <FolderLine entry={entry} version_id={versionId} chosen={chosen} onChoose={onChoose} />
                ) : (
                  <FileLine entry={entry} chosen={entry.path === chosen} onChoose={() => onChoose(entry.path)} />
                )}
              </li>
            ))}
          </ul>
          {entries.length === 0 && <p className={styles.more}>没有文件</p>}
          {entries.length < total &&
            (error ? (
              <p className={styles.more} role="alert">
                没有全部加载{' '}
                <button type="button" className={`${controls.button} ${controls.plain} ${controls.small}`} onClick={retry}>
                  重试
                </button>
              </p>
            ) : (
              <p className={styles.more}>
                <button type="button" className={`${controls.button} ${controls.plain} ${controls.small}`} onClick={more}>
                  {`再显示一些（已显示 ${entries.length} 项，共 ${total} 项）`}
                </button>
              </p>
            ))}
        </>
      )}
    </AsyncView>
  )
}

/** A folder; its entries load when first opened and stay loaded. */
function FolderLine({ entry, ...level }: { entry: DatasetFileEntry } & Omit<LevelProps, 'path'>) {
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

/** A file; selecting it shows its content. */
const FileLine = ({ entry, chosen, onChoose }: { entry: DatasetFileEntry; chosen: boolean; onChoose: () => void }) => (
  <button type="button" className={styles.line} aria-pressed={chosen} title={entry.kind ?? undefined} onClick={onChoose}>
    <span className={styles.name}>{entry.name}</span>
    <span className={styles.size}>{formatBytes(entry.size_bytes)}</span>
  </button>
)
