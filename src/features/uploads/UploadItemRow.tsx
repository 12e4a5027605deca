import { memo } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import styles from './UploadItemRow.module.css'
import { type UploadItem, type UploadState, uploadStates } from './upload-item.ts'
import { cancelUploadItem, pauseUpload, resumeUpload } from './upload-queue.ts'
import { computeUploadPercent, formatUploadProgress } from './upload-text.ts'

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
    <button type="button" className={styles.press} aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  )
}

/** One file on its way, and what may be done about it. */
export const UploadItemRow = memo(function UploadRow({ item, onClash }: { item: UploadItem; onClash: () => void }) {
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
          <button type="button" className={styles.answer} onClick={onClash}>
            处理
          </button>
        )}
        {state === 'done' ? (
          <Link className={styles.answer} to={paths.fileStorageAt({ region_id: regionId, path: folder || undefined })}>
            查看
          </Link>
        ) : (
          <PressButton icon="close" label={`取消 ${name}`} onPress={() => void cancelUploadItem(key)} />
        )}
      </div>
    </li>
  )
})
