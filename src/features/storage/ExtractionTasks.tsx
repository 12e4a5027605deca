import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router-dom'
import { file_storage, type StorageTask, type StorageTaskState, storage_task_states } from '#contract/file-storage.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { serverNow } from '#src/api/server-time.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './ExtractionTasks.module.css'
import { inFolder } from './folder-address.ts'
import { nameOf, top_name } from './storage-path.ts'
import { isUnderWay, useTasks } from './storage-queries.ts'

/** What has ended stays in view for so long. */
const shown_after_ms = 600_000

const looks: Record<StorageTaskState, { tone: Tone; icon: IconName; moving?: boolean }> = {
  waiting: { tone: 'neutral', icon: 'clock' },
  running: { tone: 'primary', icon: 'loading', moving: true },
  done: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'warning' },
  cancelled: { tone: 'neutral', icon: 'close' },
}

function Task({ task }: { task: StorageTask }) {
  const { id, path, folder, state, percent, error, result_path } = task
  const [search] = useSearchParams()
  const { run, pending } = useAction(file_storage.cancel_task, { failed: '取消失败，请重试' })
  const name = nameOf(path)
  return (
    <SettingRow
      title={name}
      state={<Tag {...looks[state]}>{storage_task_states[state]}</Tag>}
      action={
        <>
          {isUnderWay(task) && (
            <Button loading={pending} aria-label={`取消解压 ${name}`} onClick={() => void run({ params: { id } })}>
              取消
            </Button>
          )}
          {state === 'done' && result_path !== null && <Link to={inFolder(search, result_path)}>打开文件夹</Link>}
        </>
      }
    >
      {error ?? `解压到「${nameOf(result_path ?? folder) || top_name}」${isUnderWay(task) ? `，${percent}%` : ''}`}
      {isUnderWay(task) && (
        <div className={styles.progress}>
          <Progress percent={percent} label={`${name} 的解压进度`} />
        </div>
      )}
    </SettingRow>
  )
}

/** The archives that are being unpacked, and what became of those just before. */
export function Tasks({ region_id }: { region_id: string }) {
  const { data = [] } = useTasks(region_id)
  const recent = data.filter(({ ended_at }) => ended_at === null || serverNow() - Date.parse(ended_at) < shown_after_ms)
  if (!recent.length) return null
  return (
    <Panel title="解压">
      <div aria-live="polite">
        <SettingRows>
          {recent.map((task) => (
            <Task key={task.id} task={task} />
          ))}
        </SettingRows>
      </div>
    </Panel>
  )
}
