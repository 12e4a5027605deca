import { Button } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { DebtNotice, UpcomingReleases } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './DataOverview.module.css'
import { EventList } from './EventList.tsx'
import { LowBalanceAlert } from './LowBalanceAlert.tsx'
import { OnboardingSteps } from './OnboardingSteps.tsx'
import { OverviewFigures } from './OverviewFigures.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { RunningList } from './RunningList.tsx'
import { type Overview, useOverview } from './use-overview.ts'

/** Nothing was ever created here. */
const isNewcomer = ({ counts, events }: Overview) => counts.total === 0 && events.length === 0

/** What runs, what it burns an hour, how long the balance lasts; then the instances, then what happened last. */
export default function DataOverview() {
  const navigate = useNavigate()
  const { data, error, refetch } = useOverview()
  const newcomer = !data || isNewcomer(data) // whose steps lead to it
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
