import { Button } from 'antd'
import type { EndpointData } from '#contract/endpoint.ts'
import { type ExportTask, type ExportTaskState, exportKinds, exportTaskStates, type exportTasks } from '#contract/export-tasks.ts'
import { ledgerEntryKinds } from '#contract/wallet.ts'
import type { Column } from '#src/admin/columns.tsx'
import type { RowAction } from '#src/admin/resource.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { useAction } from '#src/admin/use-action.ts'
import { startDownload } from '#src/api/start-download.ts'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'
import styles from './export-columns.module.css'

const stateStyles: StateStyles<ExportTaskState> = {
  waiting: { tone: 'warning', icon: 'clock' },
  running: { tone: 'primary', icon: 'refresh' },
  done: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'warning' },
  cancelled: { tone: 'neutral', icon: 'close' },
  expired: { tone: 'neutral', icon: 'trash' },
}

/** What the filters of exports are called, and their values where these are codes. */
export type FilterWords = Readonly<Record<string, { label: string; options?: OptionLabels }>>

/** Filters of both lists of exports. */
const sharedFilterWords: FilterWords = { keyword: { label: '关键词' }, kind: { label: '类型', options: ledgerEntryKinds } }

const formatCount = (rows: number) => rows.toLocaleString('en-US')

/** Days and filters of an export: 2026-11-01 至 2026-11-27，类型：按量扣费. */
function formatRange({ from, to, filters }: ExportTask, words: FilterWords): string {
  const days = from && to ? `${from} 至 ${to}` : from ? `${from} 起` : to ? `${to} 止` : '全部时间'
  const told = Object.entries(filters).map(([name, value]) => {
    const { label = name, options = {} } = words[name] ?? {}
    return `${label}：${options[value] ?? value}`
  })
  return [days, ...told].join('，')
}

/** How far an export is, or how it ended. */
function ExportState({ task: { state, percent, rows_done: done, rows_total: total, error } }: { task: ExportTask }) {
  return (
    <div className={styles.state}>
      <StateTag state={state} looks={stateStyles} words={exportTaskStates} />{' '}
      {state === 'running' && (
        <span className={styles.said}>
          {formatCount(done)} / {total === null ? '…' : formatCount(total)} 行
        </span>
      )}
      {(state === 'done' || state === 'expired') && <span className={styles.said}>{formatCount(done)} 行</span>}
      {error && <span className={styles.said}>{error}</span>}
      {state === 'running' && <Progress percent={percent} label="导出进度" />}
    </div>
  )
}

interface FileProps {
  task: ExportTask
  link: typeof exportTasks.download_link
}

/** The file of an export while it is kept: its size, and the way to it. */
function ExportFile({ task: { id, state, size_bytes: sizeBytes, file_name: name }, link }: FileProps) {
  const { run, pending } = useAction(link, {
    success: false,
    onDone: ({ data }) => startDownload((data as EndpointData<typeof link>).url),
  })
  if (state !== 'done' || sizeBytes === null) return '—'
  return (
    <Button
      size="small"
      icon={<Icon name="download" />}
      loading={pending}
      aria-label={`下载 ${name}`}
      onClick={() => void run({ params: { id } })}
    >
      {formatBytes(sizeBytes)}
    </Button>
  )
}

interface ExportEndpoints extends Pick<typeof exportTasks, 'cancel' | 'remove'> {
  download_link: FileProps['link']
}

/** The actions of both lists of exports. */
export const buildExportActions = ({ cancel, remove }: ExportEndpoints): readonly RowAction<ExportTask>[] => [
  {
    name: 'cancel',
    label: '取消导出',
    icon: <Icon name="close" />,
    endpoint: cancel,
    effect: '已经写好的部分不保留，可以随时重新导出。',
    allowed: ({ state }) => state === 'waiting' || state === 'running',
    whenOff: 'hidden',
  },
  {
    name: 'remove',
    label: '删除文件',
    icon: <Icon name="trash" />,
    danger: true,
    endpoint: remove,
    effect: '不等到期就删除，之后不能再下载；账单本身不受影响，可以重新导出。',
    allowed: ({ state }) => state === 'done',
    whenOff: 'hidden',
  },
]

/** The columns of both lists of exports. */
export const buildExportColumns = (link: FileProps['link'], words: FilterWords): readonly Column<ExportTask>[] => [
  { field: 'kind', title: '内容', text: ({ kind }) => exportKinds[kind].label },
  { field: 'from', title: '范围', text: (task) => formatRange(task, { ...sharedFilterWords, ...words }) },
  {
    field: 'state',
    title: '状态',
    render: (task) => <ExportState task={task} />,
    text: ({ state }) => exportTaskStates[state],
  },
  {
    field: 'size_bytes',
    title: '文件',
    render: (task) => <ExportFile task={task} link={link} />,
    text: ({ size_bytes: sizeBytes }) => (sizeBytes === null ? '' : String(sizeBytes)),
  },
  { field: 'created_at', title: '创建时间', type: 'time' },
  { field: 'expires_at', title: '保留到', type: 'time' },
]
