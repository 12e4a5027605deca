import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router-dom'
import { fileStorage, type StorageTask, type StorageTaskState, storageTaskStates } from '#contract/file-storage.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { getServerNow } from '#src/api/server-time.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './ExtractionTasks.module.css'
import { toFolderAddress } from './folder-address.ts'
import { rootFolderName, toBaseName } from './storage-path.ts'
import { isTaskActive, useStorageTasks } from './storage-queries.ts'

/** What has ended stays in view for so long. */
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

/** The archives that are being unpacked, and what became of those just before. */
export function ExtractionTasks({ region_id: regionId }: { region_id: string }) {
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
