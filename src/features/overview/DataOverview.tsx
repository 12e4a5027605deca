import { Alert, Button } from 'antd'
import { Suspense } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { eventActorLabels } from '#contract/instances.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import figure from '#src/admin/NamedFigure.module.css'
import { DebtNotice, TopUp, UpcomingReleases } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './DataOverview.module.css'
import { formatHoursLeft } from './hours-left.ts'
import { OnboardingSteps } from './OnboardingSteps.tsx'
import figures from './OverviewFigures.module.css'
import { OverviewFigures } from './OverviewFigures.tsx'
import { RunningItem } from './RunningItem.tsx'
import { maxRunningShown, type Overview, useOverview, useRunningInstances } from './use-overview.ts'

/** Recent events, newest first. */
function EventList({ events }: { events: Overview['events'] }) {
  return (
    <PagePanel title="最近发生" flush>
      <ol className={styles.events}>
        {events.map((event) => (
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
    </PagePanel>
  )
}

/** Running instances, one line each. */
function RunningList({ counts }: { counts: Overview['counts'] }) {
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
            <ul className={styles.running}>
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
          </div>
        ))}
      </div>
      <PagePanel title="运行中的实例" flush>
        <SkeletonRows rows={2} />
      </PagePanel>
      <PagePanel title="最近发生" flush>
        <SkeletonRows rows={6} />
      </PagePanel>
    </div>
  )
}

/** Threshold of the low-balance warning in hours; below it, the balance may not last the night. */
const lowBalanceHours = 24

/** Warns that the balance is running low, and explains the consequences (product §5). */
function LowBalanceAlert({ purse: { hours_left: hoursLeft } }: { purse: Overview['wallet'] }) {
  if (hoursLeft === null || hoursLeft >= lowBalanceHours) return null
  return (
    <Alert
      type={hoursLeft > 0 ? 'warning' : 'error'}
      showIcon
      message={
        <>
          {hoursLeft > 0 ? `余额${formatHoursLeft(hoursLeft)}，用完后` : '余额已用完，'}
          保留 1 小时宽限，之后自动关机，数据保留。 <TopUp />
        </>
      }
    />
  )
}

/** Returns whether the user never created anything. */
const isNewcomer = ({ counts, events }: Overview) => counts.total === 0 && events.length === 0

/** Running instances, hourly cost and remaining time of the balance; then the instances, then recent events. */
export default function DataOverview() {
  const navigate = useNavigate()
  const { data, error, refetch } = useOverview()
  const newcomer = !data || isNewcomer(data) // for newcomers, the onboarding steps lead to creation
  return (
    <>
      <PageHeading
        title="总览"
        meaning="在跑什么，每小时花多少，余额还能用多久。"
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
            <DebtNotice cash={overview.wallet.cash} />
            <LowBalanceAlert purse={overview.wallet} />
            <OverviewFigures overview={overview} />
            {newcomer ? (
              <OnboardingSteps overview={overview} />
            ) : (
              <>
                <RunningList counts={overview.counts} />
                <Suspense fallback={null}>
                  <UpcomingReleases />
                </Suspense>
                <EventList events={overview.events} />
              </>
            )}
          </div>
        )}
      </AsyncView>
    </>
  )
}
