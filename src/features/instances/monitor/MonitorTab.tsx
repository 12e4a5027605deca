import { useMemo, useState } from 'react'
import { type Monitor, metrics, monitorRanges } from '#contract/monitor.ts'
import { formatCsv } from '#src/admin/list/csv.ts'
import { getServerNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { saveAsFile } from '#src/ui/download.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { CustomRange } from './CustomRange.tsx'
import { MonitorBar, type RangeChoice } from './MonitorBar.tsx'
import { MonitorBody } from './MonitorBody.tsx'
import { MonitorSkeleton } from './MonitorSkeleton.tsx'
import styles from './monitor.module.css'
import { isPastView, useMonitorView } from './monitor-view.ts'
import { buildComparedPanels, buildPanels, clearValues, type PanelView } from './panels.ts'
import { stripHeight, TimeStrip } from './TimeStrip.tsx'
import { useComparedMonitor, useFollowedMonitor, useOtherInstances } from './use-monitor.ts'

const formatCsvNumber = (value: number | null | undefined) => (value == null ? '' : String(value))

/** Builds the export table: mean, minimum and maximum of every line per bucket, in API units; a gap is an empty cell. */
function buildMonitorTable({ times }: Monitor, panels: readonly PanelView[]): string[][] {
  const lines = panels.flatMap(({ lines: ofPanel }) => ofPanel)
  const nameOf = ({ name, series: { metric } }: (typeof lines)[number]) => {
    const { label, unit } = metrics[metric]
    return name === label ? `${label}（${unit}）` : `${label} ${name}（${unit}）`
  }
  const head = ['时间（北京）', ...lines.flatMap((line) => ['平均', '最低', '最高'].map((word) => `${nameOf(line)}${word}`))]
  const rows = times.map((at, index) => [
    formatTimeExact(at),
    ...lines.flatMap(({ series: { points } }) => [points.avg[index], points.min[index], points.max[index]].map(formatCsvNumber)),
  ])
  return [head, ...rows]
}

/** Loads the panels to draw: those of the instance, or of it and another one. */
function useShownPanels(instance: InstanceDetail, data: Monitor | undefined, compare: string | null) {
  const second = useComparedMonitor(compare, data)
  const { others } = useOtherInstances(instance.id, compare !== null)
  const name = others?.find(({ id }) => id === compare)?.nick_name ?? compare ?? ''
  const panels = useMemo(() => {
    if (!data) return []
    if (compare === null || second.isError) return buildPanels(data)
    return buildComparedPanels({ name: instance.nick_name, data }, { name, data: second.data ?? clearValues(data) })
  }, [data, compare, second.data, second.isError, instance.nick_name, name])
  const nothing = second.data?.series.every(({ max }) => max === null) ?? false
  const note = second.isError ? '对比的实例没有取到' : nothing ? `「${name}」在这段时间没有采样` : undefined
  return { panels, note: compare === null ? undefined : note }
}

/** Current and past resource usage of an instance (product §4), and of another beside it. */
export default function MonitorTab({ instance, open }: { instance: InstanceDetail; open: boolean }) {
  const [view, setView] = useMonitorView()
  const [choosing, setChoosing] = useState(false)
  const [table, setTable] = useState(false)
  const { whole, shown, live, setLive } = useFollowedMonitor(instance, view, open)
  const data = shown.data ?? whole.data
  const { panels, note } = useShownPanels(instance, data, view.compare)
  const choice: RangeChoice = choosing || !view.range ? 'custom' : view.range
  const opened = useMemo(
    () => view.custom ?? { from: getServerNow() - monitorRanges['1h'] * 1000, to: getServerNow() },
    [view.custom],
  )

  const choose = (wanted: RangeChoice) => {
    setChoosing(wanted === 'custom')
    if (wanted !== 'custom') setView({ ...view, range: wanted, custom: null, zoom: null })
  }
  return (
    <div className={styles.pane}>
      <div className={styles.tools}>
        <MonitorBar
          instance={instance}
          compare={view.compare}
          onCompare={(compare) => setView({ ...view, compare })}
          choice={choice}
          onChoice={choose}
          live={choosing ? null : live}
          onLive={setLive}
          table={table}
          onTable={setTable}
          onDownload={() =>
            data && saveAsFile(`${instance.nick_name}-监控.csv`, formatCsv(buildMonitorTable(data, panels)), 'text/csv')
          }
          empty={!data?.ever_sampled}
        />
        {choice === 'custom' && (
          <CustomRange
            key={`${view.custom?.from} ${view.custom?.to}`}
            span={opened}
            onSpan={(custom) => {
              setChoosing(false)
              setView({ ...view, range: null, custom, zoom: null })
            }}
          />
        )}
        {whole.data?.ever_sampled && (
          <TimeStrip data={whole.data} zoom={view.zoom} onZoom={(zoom) => setView({ ...view, zoom })} />
        )}
        {!whole.data && !whole.error && <Skeleton height={stripHeight} />}
      </div>
      <AsyncView
        data={data}
        error={shown.error ?? whole.error}
        errorTitle="监控加载失败"
        onRetry={() => void Promise.all([whole.refetch(), ...(view.zoom ? [shown.refetch()] : [])])}
        skeleton={<MonitorSkeleton bare />}
      >
        {(present) => (
          <MonitorBody
            instance={instance}
            data={present}
            panels={panels}
            note={note}
            stale={shown.isPlaceholderData}
            span={JSON.stringify([view.range, view.custom, view.zoom])}
            past={isPastView(view, getServerNow())}
            table={table}
            onLonger={() => choose('30d')}
          />
        )}
      </AsyncView>
    </div>
  )
}
