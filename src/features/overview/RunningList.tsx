import { Link } from 'react-router-dom'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './DataOverview.module.css'
import { RunningItem } from './RunningItem.tsx'
import { maxRunningShown, type Overview, useRunningInstances } from './use-overview.ts'

/** What runs now, a line each. */
export function RunningList({ counts }: { counts: Overview['counts'] }) {
  const { data, error, refetch } = useRunningInstances()
  const rows = Math.min(counts.running, maxRunningShown)
  return (
    <PagePanel title="运行中的实例" flush extra={<Link to={paths.containerInstances}>全部 {counts.total} 台</Link>}>
      {rows === 0 ? (
        <p className={styles.quiet}>
          现在没有实例在运行，没有按量费用。
          {counts.shut_down > 0 && `${counts.shut_down} 个已关机的实例保留着数据，可以随时开机。`}
        </p>
      ) : (
        <AsyncView
          data={data}
          error={error}
          errorTitle="运行中的实例加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={rows} />}
        >
          {(running) => (
            <ul className={styles.list}>
              {running.map((instance) => (
                <RunningItem key={instance.id} instance={instance} />
              ))}
            </ul>
          )}
        </AsyncView>
      )}
    </PagePanel>
  )
}
