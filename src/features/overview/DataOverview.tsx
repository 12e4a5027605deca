import { Button } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import { DebtNotice } from '#src/features/wallet/spend-rate/DebtNotice.tsx'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import styles from './DataOverview.module.css'
import { EventList } from './EventList.tsx'
import { LowBalance } from './LowBalanceAlert.tsx'
import { FirstSteps } from './OnboardingSteps.tsx'
import { FirstLine } from './OverviewFigures.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { RunningList } from './RunningList.tsx'
import { type Overview, useOverview } from './use-overview.ts'

const ReleaseList = lazyPart(() => import('#src/features/wallet/spend-rate/UpcomingReleases.tsx'))

/** Nothing was ever created here. */
const isNewcomer = ({ counts, events }: Overview) => counts.total === 0 && events.length === 0

/** What runs, what it burns an hour, how long the balance lasts; then the instances, then what happened last. */
export default function DataOverview() {
  const navigate = useNavigate()
  const { data, error, refetch } = useOverview()
  const newcomer = !data || isNewcomer(data) // whose steps lead to it
  return (
    <>
      <PageHeader
        title="总览"
        meaning="在跑什么，每小时花多少，余额还能用多久。"
        actions={
          !newcomer && (
            <Button type="primary" icon={<Icon name="plus" />} onClick={() => void navigate(paths.create_instance())}>
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
            <LowBalance purse={overview.wallet} />
            <FirstLine overview={overview} />
            {newcomer ? (
              <FirstSteps overview={overview} />
            ) : (
              <>
                <RunningList counts={overview.counts} />
                <Suspense fallback={null}>
                  <ReleaseList />
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
