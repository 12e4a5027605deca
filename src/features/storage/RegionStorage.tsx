import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router-dom'
import {
  fileStorage,
  type StorageFileType,
  type StorageStatistics,
  type StorageTask,
  type StorageTaskState,
  storageFileTypes,
  storageTaskStates,
} from '#contract/file-storage.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { MeterBar } from '#src/ui/charts/MeterBar.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { formatCount } from '#src/ui/format-count.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { toFolderAddress } from './folder-address.ts'
import styles from './RegionStorage.module.css'
import { StorageBrowser } from './StorageBrowser.tsx'
import { rootFolderName, toBaseName } from './storage-path.ts'
import { isTaskActive, useStorageTasks } from './storage-queries.ts'
import { UnfinishedUploads } from './UnfinishedUploads.tsx'

/** How long finished tasks stay displayed, in ms. */
const showEndedMs = 600_000

const statusStyles: Record<StorageTaskState, { tone: Tone; icon: IconName; moving?: boolean }> = {
  waiting: { tone: 'neutral', icon: 'clock' },
  running: { tone: 'primary', icon: 'loading', moving: true },
  done: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'warning' },
  cancelled: { tone: 'neutral', icon: 'close' },
}

function ExtractionTask({ task }: { task: StorageTask }) {
  const { id, path, folder, state, percent, error, result_path: resultPath } = task
  const [search] = useSearchParams()
  const { run, pending } = useAction(fileStorage.cancel_task, { failed: '取消失败，请重试' })
  const name = toBaseName(path)
  return (
    <SettingRow
      title={name}
      state={<ToneTag {...statusStyles[state]}>{storageTaskStates[state]}</ToneTag>}
      action={
        <>
          {isTaskActive(task) && (
            <Button loading={pending} aria-label={`取消解压 ${name}`} onClick={() => void run({ params: { id } })}>
              取消
            </Button>
          )}
          {state === 'done' && resultPath !== null && <Link to={toFolderAddress(search, resultPath)}>打开文件夹</Link>}
        </>
      }
    >
      {error ?? `解压到「${toBaseName(resultPath ?? folder) || rootFolderName}」${isTaskActive(task) ? `，${percent}%` : ''}`}
      {isTaskActive(task) && (
        <div className={styles.progress}>
          <Progress percent={percent} label={`${name} 的解压进度`} />
        </div>
      )}
    </SettingRow>
  )
}

/** Archives being extracted, and recent results. */
function ExtractionTasks({ region_id: regionId }: { region_id: string }) {
  const { data = [] } = useStorageTasks(regionId)
  const recent = data.filter(({ ended_at: endedAt }) => endedAt === null || getServerNow() - Date.parse(endedAt) < showEndedMs)
  if (!recent.length) return null
  return (
    <PagePanel title="解压">
      <div aria-live="polite">
        <SettingRows>
          {recent.map((task) => (
            <ExtractionTask key={task.id} task={task} />
          ))}
        </SettingRows>
      </div>
    </PagePanel>
  )
}

/** Usage in percent from which the bar warns. */
const nearlyFull = 90

/** Parts of the used space: by type as of the last walk, then what came since, then what is reserved. */
function buildStorageParts(storage: StorageStatistics, reservedFor: string) {
  const { used_bytes: usedBytes, reserved_bytes: reservedBytes, quota_bytes: quotaBytes, bytes_by_type: byType } = storage
  const typed = Object.entries(storageFileTypes).flatMap(([type, name]) => {
    const bytes = byType[type as StorageFileType] ?? 0
    return bytes > 0 ? [{ name, bytes, hatched: false }] : []
  })
  const since = usedBytes - typed.reduce((sum, { bytes }) => sum + bytes, 0)
  const parts = [
    ...typed,
    ...(since > 0 ? [{ name: typed.length > 0 ? '新写入' : '文件', bytes: since, hatched: false }] : []),
    ...(reservedBytes > 0 ? [{ name: reservedFor, bytes: reservedBytes, hatched: true }] : []),
  ]
  return parts.map(({ bytes, ...part }) => ({
    ...part,
    percent: quotaBytes > 0 ? (bytes / quotaBytes) * 100 : 100,
    value: formatBytes(bytes),
  }))
}

/** Used space by type of file, as a bar and as text. */
function StorageQuotaBar({ storage }: { storage: StorageStatistics }) {
  const { used_bytes: usedBytes, reserved_bytes: reservedBytes, quota_bytes: quotaBytes } = storage
  const { file_count: fileCount, measured_at: measuredAt, region_id: regionId } = storage
  const { data: tasks = [] } = useStorageTasks(regionId)
  const left = Math.max(0, quotaBytes - usedBytes - reservedBytes)
  const full = quotaBytes > 0 ? 100 - (left / quotaBytes) * 100 : 100
  const words = `已用 ${formatBytes(usedBytes)} / ${formatBytes(quotaBytes)}`
  const parts = buildStorageParts(storage, `未完成的上传${tasks.some(isTaskActive) ? '和解压' : ''}预留`)
  return (
    <div className={styles.quota} data-full={full >= nearlyFull}>
      <p className={styles.words}>
        <strong>{words}</strong>
        <span>还可用 {formatBytes(left)}</span>
        <span>{formatCount(fileCount)} 个文件</span>
      </p>
      <MeterBar
        parts={parts}
        label={[words, ...parts.map(({ name, value }) => `${name} ${value}`)].join('，')}
        tone={full >= nearlyFull ? 'warning' : 'plain'}
      />
      {measuredAt && usedBytes > 0 && (
        <p className={styles.age}>
          按扩展名归类，统计于 <TimeText at={measuredAt} />
        </p>
      )}
      {full >= nearlyFull && (
        <p className={styles.hint}>
          {full >= 100 ? '空间已用完，不能再上传或解压。' : '空间快用完了。'}请删除不用的文件，或联系客服增加配额。
        </p>
      )}
    </div>
  )
}

/** Mount path of the files in instances, or why they are not mounted. */
function MountNote({ storage: { mount_path: mountPath, mountable, region_name: regionName } }: { storage: StorageStatistics }) {
  if (!mountable) {
    return (
      <p className={styles.note}>
        <Icon name="info" />
        <span>{regionName}的计算节点看不到文件存储，实例里没有这些文件；网页里的上传和下载不受影响。</span>
      </p>
    )
  }
  return (
    <p className={styles.note}>
      <Icon name="disk" />
      <span>
        在{regionName}的实例里，这些文件位于 <CopyText text={mountPath} label="复制挂载路径" mono />
        ，可读写。开通前就在运行的实例，重启后才能看到。
      </span>
    </p>
  )
}

/** Storage of one region: quota, running tasks and files. */
export function RegionStorage({ storage }: { storage: StorageStatistics }) {
  return (
    <>
      <div className={styles.facts}>
        <StorageQuotaBar storage={storage} />
        <MountNote storage={storage} />
      </div>
      <UnfinishedUploads region_id={storage.region_id} />
      <ExtractionTasks region_id={storage.region_id} />
      <StorageBrowser region_id={storage.region_id} />
    </>
  )
}
