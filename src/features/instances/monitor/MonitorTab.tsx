import { Button, Segmented, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { type Monitor, type MonitorRange, metrics, monitor, monitorRanges, monitorSampleSeconds } from '#contract/monitor.ts'
import { formatCsv } from '#src/admin/list/csv.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { getServerNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { stoppedStatuses } from '#src/features/instances/instance-text.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { saveAsFile } from '#src/ui/download.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { CustomRange } from './CustomRange.tsx'
import { MonitorBody } from './MonitorBody.tsx'
import { MonitorSkeleton } from './MonitorSkeleton.tsx'
import styles from './monitor.module.css'
import { type MonitorView, type TimeSpan, useMonitorView } from './monitor-view.ts'
import { buildPanels } from './panels.ts'

type MonitorQuery = { range: MonitorRange } | TimeSpan

/** Loads the chart data of an instance; refetched at each sample while it is followed. */
function useMonitor(id: string, asked: MonitorQuery, follow: boolean, enabled = true) {
  const query = 'range' in asked ? asked : { from: new Date(asked.from).toISOString(), to: new Date(asked.to).toISOString() }
  // A new time span keeps the old charts until its data arrives; a different instance starts empty.
  return useEndpoint(
    monitor.read,
    { params: { id }, query },
    { keep: true, every: follow ? monitorSampleSeconds * 1000 : false, enabled },
  )
}

/** Loads the data of a view: the whole time, polled while it is live, and the zoomed part. */
function useFollowedMonitor(instance: InstanceDetail, view: MonitorView, open: boolean) {
  const [live, setLive] = useState(true)
  const goesOn = view.range !== null && !stoppedStatuses.includes(instance.status)
  const asked: MonitorQuery = view.range ? { range: view.range } : (view.custom ?? { range: '1h' })
  const whole = useMonitor(instance.id, asked, goesOn && live && open)
  const part = useMonitor(instance.id, view.zoom ?? asked, false, view.zoom !== null)
  return { whole, shown: view.zoom ? part : whole, live: goesOn ? live : null, setLive }
}

const rangeLabels: Record<MonitorRange, string> = {
  '1h': '1 小时',
  '6h': '6 小时',
  '24h': '24 小时',
  '7d': '7 天',
  '30d': '30 天',
}
type RangeChoice = MonitorRange | 'custom'

interface MonitorBarProps {
  choice: RangeChoice
  onChoice: (choice: RangeChoice) => void
  /** Null if the displayed time span is fixed. */
  live: boolean | null
  onLive: (live: boolean) => void
  table: boolean
  onTable: (table: boolean) => void
  onDownload: () => void
  empty: boolean
}

/** Selects the time span, live updates, and charts or table. */
function MonitorBar({ choice, onChoice, live, onLive, table, onTable, onDownload, empty }: MonitorBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="监控工具">
      <Segmented<RangeChoice>
        aria-label="时间范围"
        className={styles.ranges}
        value={choice}
        onChange={onChoice}
        options={[
          ...(Object.keys(rangeLabels) as MonitorRange[]).map((value) => ({ value, label: rangeLabels[value] })),
          { value: 'custom' as const, label: '自定义' },
        ]}
      />
      {live !== null && (
        <span className={styles.live}>
          <Switch size="small" checked={live} onChange={onLive} aria-label="每 15 秒自动更新" />
          实时
        </span>
      )}
      <span className={styles.buttons}>
        <Button icon={<Icon name="rows" />} onClick={() => onTable(!table)}>
          {table ? '看曲线' : '看表格'}
        </Button>
        <Button icon={<Icon name="download" />} disabled={empty} onClick={onDownload}>
          下载 CSV
        </Button>
      </span>
    </div>
  )
}

const formatCsvNumber = (value: number | null | undefined) => (value == null ? '' : String(value))

/** Builds the export table: mean, minimum and maximum of every line per bucket, in API units; a gap is an empty cell. */
function buildMonitorTable(data: Monitor): string[][] {
  const lines = buildPanels(data).flatMap(({ lines: ofPanel }) => ofPanel)
  const nameOf = ({ name, series: { metric } }: (typeof lines)[number]) => {
    const { label, unit } = metrics[metric]
    return name === label ? `${label}（${unit}）` : `${label} ${name}（${unit}）`
  }
  const head = ['时间（北京）', ...lines.flatMap((line) => ['平均', '最低', '最高'].map((word) => `${nameOf(line)}${word}`))]
  const rows = data.times.map((at, index) => [
    formatTimeExact(at),
    ...lines.flatMap(({ series: { points } }) => [points.avg[index], points.min[index], points.max[index]].map(formatCsvNumber)),
  ])
  return [head, ...rows]
}

/** Current and past resource usage of an instance (product §4). */
export default function MonitorTab({ instance, open }: { instance: InstanceDetail; open: boolean }) {
  const [view, setView] = useMonitorView()
  const [choosing, setChoosing] = useState(false)
  const [table, setTable] = useState(false)
  const { whole, shown, live, setLive } = useFollowedMonitor(instance, view, open)
  const choice: RangeChoice = choosing || !view.range ? 'custom' : view.range
  const opened = useMemo(
    () => view.custom ?? { from: getServerNow() - monitorRanges[view.range ?? '1h'] * 1000, to: getServerNow() },
    [view],
  )

  const choose = (wanted: RangeChoice) => {
    setChoosing(wanted === 'custom')
    if (wanted !== 'custom') setView({ range: wanted, custom: null, zoom: null })
  }
  return (
    <div className={styles.pane}>
      <MonitorBar
        choice={choice}
        onChoice={choose}
        live={choosing ? null : live}
        onLive={setLive}
        table={table}
        onTable={setTable}
        onDownload={() =>
          shown.data && saveAsFile(`${instance.nick_name}-监控.csv`, formatCsv(buildMonitorTable(shown.data)), 'text/csv')
        }
        empty={!shown.data?.ever_sampled}
      />
      {choice === 'custom' && (
        <CustomRange
          key={`${view.custom?.from} ${view.custom?.to}`}
          span={opened}
          onSpan={(custom) => {
            setChoosing(false)
            setView({ range: null, custom, zoom: null })
          }}
        />
      )}
      <AsyncView
        data={shown.data ?? whole.data}
        error={shown.error ?? whole.error}
        errorTitle="监控加载失败"
        onRetry={() => void Promise.all([whole.refetch(), ...(view.zoom ? [shown.refetch()] : [])])}
        skeleton={<MonitorSkeleton bare />}
      >
        {(data) => (
          <MonitorBody
            instance={instance}
            data={data}
            whole={whole.data ?? data}
            stale={shown.isPlaceholderData}
            table={table}
            zoom={view.zoom}
            onZoom={(zoom) => setView({ ...view, zoom })}
            onLonger={() => choose('30d')}
          />
        )}
      </AsyncView>
    </div>
  )
}
