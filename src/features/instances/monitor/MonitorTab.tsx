import { useMemo, useState } from 'react'
import { monitorRanges } from '#contract/monitor.ts'
import { formatCsv } from '#src/admin/list/csv.ts'
import { getServerNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { saveAsFile } from '#src/ui/download.ts'
import { CustomRange } from './CustomRange.tsx'
import styles from './Monitor.module.css'
import { MonitorBar, type RangeChoice } from './MonitorBar.tsx'
import { MonitorBody } from './MonitorBody.tsx'
import { MonitorSkeleton } from './MonitorSkeleton.tsx'
import { buildMonitorTable } from './monitor-table.ts'
import { useMonitorView } from './monitor-view.ts'
import { useFollowedMonitor } from './use-followed-monitor.ts'

/** What an instance uses and has used (product §4). */
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
