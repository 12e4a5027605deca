import { Button } from 'antd'
import { Suspense } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { eventActorLabels } from '#contract/instances.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import figure from '#src/admin/NamedFigure.module.css'
import { useInstanceUsage } from '#src/features/instances/shared.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './DataOverview.module.css'
import { FoldButton } from './FoldButton.tsx'
import { OnboardingSteps } from './OnboardingSteps.tsx'
import figures from './OverviewFigures.module.css'
import { OverviewFigures } from './OverviewFigures.tsx'
import { RunningItem } from './RunningItem.tsx'
import { TodoList } from './TodoList.tsx'
import { useFold } from './use-fold.ts'
import { maxRunningShown, type Overview, useOverview, useRunningInstances } from './use-overview.ts'

const eventsShown = 3

/** Recent events, newest first; the first few unless unfolded. */
function EventList({ events }: { events: Overview['events'] }) {
  const { items, ...fold } = useFold(events, eventsShown)
  return (
    <PagePanel title="最近发生" flush>
      <ol className={styles.events}>
        {items.map((event) => (
          <li key={event.id}>
            <TimeText at={event.at} />
            <Link className={styles.name} to={paths.containerInstanceTab(event.instance_id, 'events')}>
              {event.instance_name}
            </Link>
            <span className={styles.what}>
              {event.title}
              {event.detail && <small>{event.detail}</small>}
            </span>
            <span className={styles.actor}>{eventActorLabels[event.actor]}</span>
          </li>
        ))}
      </ol>
      <FoldButton fold={fold} />
    </PagePanel>
  )
}

/** Running instances, one line each. */
function RunningList({ counts }: { counts: Overview['counts'] }) {
  const { data, error, refetch } = useRunningInstances()
  const usage = useInstanceUsage(data?.map(({ id }) => id) ?? [])
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
            <ul className={styles.running}>
              {running.map((instance) => (
                <RunningItem key={instance.id} instance={instance} usage={usage.get(instance.id)} />
              ))}
            </ul>
          )}
        </AsyncView>
      )}
    </PagePanel>
  )
}

/** Place of the spending and of the runway. */
const SpendPanelsSkeleton = () => (
  <div className={styles.spend}>
    <Skeleton height={352} />
  </div>
)

/** Skeleton of the overview. */
function OverviewSkeleton() {
  return (
    <div className={styles.parts}>
      <div className={figures.line}>
        {['running', 'burn', 'balance'].map((name) => (
          <div className={figure.figure} key={name}>
            <Skeleton width={80} height={21} />
            <Skeleton width={140} height={38} />
            <Skeleton width={180} height={21} />
            <span className={figures.picture} />
          </div>
        ))}
      </div>
      <SpendPanelsSkeleton />
      <PagePanel title="运行中的实例" flush>
        <SkeletonRows rows={2} />
      </PagePanel>
      <PagePanel title="最近发生" flush>
        <SkeletonRows rows={eventsShown} />
      </PagePanel>
    </div>
  )
}

const SpendPanels = lazyPart(() => import('./SpendPanels.tsx'))
const QuotaPanels = lazyPart(() => import('./QuotaPanels.tsx'))

/** Returns whether the user never created anything. */
const isNewcomer = ({ counts, events }: Overview) => counts.total === 0 && events.length === 0

/**
 * What runs, what it costs and how long the balance lasts; what needs the person; where the money went; the instances, what
 * happened, and the quotas. Everything opens to its rows.
 */
export default function DataOverview() {
  const navigate = useNavigate()
  const { data, error, refetch } = useOverview()
  const newcomer = !data || isNewcomer(data) // for newcomers, the onboarding steps lead to creation
  return (
    <>
      <PageHeading
        title="总览"
        meaning="在跑什么，花了多少，余额还能用多久，什么需要处理。"
        actions={
          !newcomer && (
            <Button type="primary" icon={<Icon name="plus" />} onClick={() => void navigate(paths.createInstance())}>
              创建实例
            </Button>
          )
        }
      />
      <AsyncView
        data={data}
        error={error}
        onRetry={() => void refetch()}
        errorTitle="总览加载失败"
        skeleton={<OverviewSkeleton />}
      >
        {(overview) => (
          <div className={styles.parts}>
            <OverviewFigures overview={overview} pictures={!newcomer} />
            {newcomer ? (
              <OnboardingSteps overview={overview} />
            ) : (
              <>
                <TodoList todos={overview.todos} hoursLeft={overview.wallet.hours_left} />
                <Suspense fallback={<SpendPanelsSkeleton />}>
                  <SpendPanels />
                </Suspense>
                <RunningList counts={overview.counts} />
                <EventList events={overview.events} />
                <Suspense fallback={null}>
                  <div className={styles.quotas}>
                    <QuotaPanels />
                  </div>
                </Suspense>
              </>
            )}
          </div>
        )}
      </AsyncView>
    </>
  )
}
