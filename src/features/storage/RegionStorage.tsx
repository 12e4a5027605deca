import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router-dom'
import {
  fileStorage,
  type StorageStatistics,
  type StorageTask,
  type StorageTaskState,
  storageTaskStates,
} from '#contract/file-storage.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
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

const computePercent = (part: number, whole: number) => (whole > 0 ? Math.min(100, (part / whole) * 100) : 100)
/** Usage in percent from which the bar warns. */
const nearlyFull = 90

/** Used space, as a bar and as text. */
function StorageQuotaBar({
  storage: { used_bytes: usedBytes, reserved_bytes: reservedBytes, quota_bytes: quotaBytes, file_count: fileCount },
}: {
  storage: StorageStatistics
}) {
  const taken = usedBytes + reservedBytes
  const full = computePercent(taken, quotaBytes)
  const words = `已用 ${formatBytes(usedBytes)} / ${formatBytes(quotaBytes)}`
  return (
    <div className={styles.quota} data-full={full >= nearlyFull}>
      <p className={styles.words}>
        <strong>{words}</strong>
        {reservedBytes > 0 && <span>未完成的上传和解压预留 {formatBytes(reservedBytes)}</span>}
        <span>{fileCount} 个文件</span>
      </p>
      <div className={styles.track} aria-hidden>
        <div
          className={styles.used}
          data-some={usedBytes > 0}
          style={{ inlineSize: `${computePercent(usedBytes, quotaBytes)}%` }}
        />
        <div className={styles.reserved} style={{ inlineSize: `${computePercent(reservedBytes, quotaBytes)}%` }} />
      </div>
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
        {regionName}的实例里在 <CopyText text={mountPath} label="复制挂载路径" mono />
        ，可以读写；开通前已在运行的实例，重启后可见。
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
