import { memo, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import shared from '#src/admin/actions/bare-button.module.css'
import { paths } from '#src/paths.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { Progress } from '#src/ui/Progress.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './UploadDock.module.css'
import { activeUploadStates, type UploadItem, type UploadState, uploadStates } from './upload-item.ts'
import {
  cancelUploadItem,
  clearDoneUploads,
  pauseAllUploads,
  pauseUpload,
  resolveNameClash,
  resumeAllUploads,
  resumeUpload,
} from './upload-queue.ts'
import { uploads } from './upload-store.ts'
import { computeUploadPercent, formatUploadHeading, formatUploadMilestone, formatUploadProgress } from './upload-text.ts'

const icons: Record<UploadState, IconName> = {
  queued: 'clock',
  sending: 'upload',
  waiting: 'warning',
  checking: 'shield',
  clashing: 'warning',
  paused: 'pause',
  failed: 'warning',
  done: 'check',
}

const tones = { failed: 'danger', done: 'success' } as const

function PressButton({ icon, label, onPress }: { icon: IconName; label: string; onPress: () => void }) {
  return (
    <button type="button" className={`${shared.bare} ${styles.press}`} aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  )
}

/** One upload with its actions. */
const UploadItemRow = memo(function UploadItemRow({ item, onClash }: { item: UploadItem; onClash: () => void }) {
  const { key, name, folder, region_id: regionId, state, uploadId } = item
  const { [state as keyof typeof tones]: tone = 'primary' } = tones
  return (
    <li className={styles.row} data-state={state} data-upload={key}>
      <Icon name={icons[state]} className={styles.icon} label={uploadStates[state]} />
      <div className={styles.words}>
        <span className={styles.name} title={folder ? `${folder}/${name}` : name}>
          {name}
        </span>
        <span className={styles.progress}>{formatUploadProgress(item)}</span>
        {state !== 'done' && <Progress percent={computeUploadPercent(item)} label={`${name} 的上传进度`} tone={tone} />}
      </div>
      <div className={styles.presses}>
        {(state === 'queued' || state === 'sending' || state === 'waiting') && (
          <PressButton icon="pause" label={`暂停 ${name}`} onPress={() => pauseUpload(key)} />
        )}
        {state === 'paused' && <PressButton icon="play" label={`继续 ${name}`} onPress={() => resumeUpload(key)} />}
        {state === 'failed' && (
          <PressButton icon="refresh" label={`${uploadId ? '重试' : '重新上传'} ${name}`} onPress={() => resumeUpload(key)} />
        )}
        {state === 'clashing' && (
          <button type="button" className={`${shared.bare} ${styles.answer}`} onClick={onClash}>
            处理
          </button>
        )}
        {state === 'done' ? (
          <Link
            className={`${shared.bare} ${styles.answer}`}
            to={paths.fileStorageAt({ region_id: regionId, path: folder || undefined })}
          >
            查看
          </Link>
        ) : (
          <PressButton icon="close" label={`取消 ${name}`} onPress={() => void cancelUploadItem(key)} />
        )}
      </div>
    </li>
  )
})

const NameClashDialog = lazyDialog(() => import('./NameClashDialog.tsx'))

/** Largest number of rows; the heading counts all uploads. */
const maxShown = 100
/** Sort order: uploads that need an answer first, finished ones last. */
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

/** Uploads of this page, in a corner of every console page. */
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
              <button type="button" className={shared.bare} onClick={pauseAllUploads}>
                全部暂停
              </button>
            )}
            {has('paused', 'failed') && (
              <button type="button" className={shared.bare} onClick={resumeAllUploads}>
                {has('paused') ? '全部继续' : '全部重试'}
              </button>
            )}
            {has('done') && (
              <button type="button" className={shared.bare} onClick={clearDoneUploads}>
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
