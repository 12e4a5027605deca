import { memo } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import styles from './UploadItemRow.module.css'
import { type UploadItem, type UploadState, upload_states } from './upload-item.ts'
import { cancelUpload, pauseUpload, resumeUpload } from './upload-queue.ts'
import { percentOf, progressWords } from './upload-text.ts'

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

function Press({ icon, label, onPress }: { icon: IconName; label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.press} aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} />
    </button>
  )
}

/** One file on its way, and what may be done about it. */
export const UploadRow = memo(function UploadRow({ item, onClash }: { item: UploadItem; onClash: () => void }) {
  const { key, name, folder, region_id, state, upload_id } = item
  const { [state as keyof typeof tones]: tone = 'primary' } = tones
  return (
    <li className={styles.row} data-state={state} data-upload={key}>
      <Icon name={icons[state]} className={styles.icon} label={upload_states[state]} />
      <div className={styles.words}>
        <span className={styles.name} title={folder ? `${folder}/${name}` : name}>
          {name}
        </span>
        <span className={styles.progress}>{progressWords(item)}</span>
        {state !== 'done' && <Progress percent={percentOf(item)} label={`${name} 的上传进度`} tone={tone} />}
      </div>
      <div className={styles.presses}>
        {(state === 'queued' || state === 'sending' || state === 'waiting') && (
          <Press icon="pause" label={`暂停 ${name}`} onPress={() => pauseUpload(key)} />
        )}
        {state === 'paused' && <Press icon="play" label={`继续 ${name}`} onPress={() => resumeUpload(key)} />}
        {state === 'failed' && (
          <Press icon="refresh" label={`${upload_id ? '重试' : '重新上传'} ${name}`} onPress={() => resumeUpload(key)} />
        )}
        {state === 'clashing' && (
          <button type="button" className={styles.answer} onClick={onClash}>
            处理
          </button>
        )}
        {state === 'done' ? (
          <Link className={styles.answer} to={paths.file_storage_at({ region_id, path: folder || undefined })}>
            查看
          </Link>
        ) : (
          <Press icon="close" label={`取消 ${name}`} onPress={() => void cancelUpload(key)} />
        )}
      </div>
    </li>
  )
})
