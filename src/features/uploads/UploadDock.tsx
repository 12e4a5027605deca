import { Suspense, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './UploadDock.module.css'
import { UploadItemRow } from './UploadItemRow.tsx'
import { activeUploadStates, type UploadItem, type UploadState } from './upload-item.ts'
import { clearDoneUploads, pauseAllUploads, resolveNameClash, resumeAllUploads } from './upload-queue.ts'
import { uploads } from './upload-store.ts'
import { formatUploadHeading, formatUploadMilestone } from './upload-text.ts'

const NameClashDialog = lazyDialog(() => import('./NameClashDialog.tsx'))

/** More rows than this help nobody; the head counts them all. */
const maxShown = 100
/** What wants an answer is first, what is over last. */
const ranks: Record<UploadState, number> = {
  clashing: 0,
  failed: 1,
  checking: 2,
  sending: 2,
  waiting: 2,
  paused: 3,
  queued: 4,
  done: 5,
}

const sortByRank = (items: readonly UploadItem[]) => [...items].sort((a, b) => ranks[a.state] - ranks[b.state])

/** The uploads of this page, in the corner of whatever part of the console is open. */
export default function UploadDock() {
  const items = useStore(uploads)
  const [open, setOpen] = useState(() => !narrowScreen.get())
  const [later, setLater] = useState<readonly string[]>([])
  const rows = sortByRank(items)
  const clashing = items.filter(({ state }) => state === 'clashing')
  const asked = clashing.find(({ key }) => !later.includes(key))
  const askLater = () => setLater(clashing.map(({ key }) => key))
  const has = (...states: UploadState[]) => items.some(({ state }) => states.includes(state))

  return (
    <section className={styles.dock} aria-label="上传">
      <header className={styles.head}>
        <h2>{formatUploadHeading(items)}</h2>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-label={open ? '收起上传列表' : '展开上传列表'}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron" data-open={open} />
        </button>
      </header>
      {open && (
        <>
          <ul className={styles.rows}>
            {rows.slice(0, maxShown).map((item) => (
              <UploadItemRow key={item.key} item={item} onClash={() => setLater([])} />
            ))}
          </ul>
          {rows.length > maxShown && <p className={styles.more}>还有 {rows.length - maxShown} 个文件</p>}
          <footer className={styles.foot}>
            {items.some(({ state }) => activeUploadStates[state] && state !== 'checking') && (
              <button type="button" onClick={pauseAllUploads}>
                全部暂停
              </button>
            )}
            {has('paused', 'failed') && (
              <button type="button" onClick={resumeAllUploads}>
                {has('paused') ? '全部继续' : '全部重试'}
              </button>
            )}
            {has('done') && (
              <button type="button" onClick={clearDoneUploads}>
                清除已完成
              </button>
            )}
          </footer>
        </>
      )}
      <p className="visually-hidden" role="status">
        {formatUploadMilestone(items)}
      </p>
      {asked && (
        <Suspense fallback={null}>
          <NameClashDialog
            key={asked.key}
            doing="上传"
            name={asked.name}
            others={clashing.length - 1}
            onAnswer={(answer, all) => {
              for (const { key } of all ? clashing : [asked]) resolveNameClash(key, answer)
            }}
            onLater={askLater}
            onFailed={askLater}
          />
        </Suspense>
      )}
    </section>
  )
}
