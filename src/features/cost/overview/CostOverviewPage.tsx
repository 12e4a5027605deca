import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { BalanceForecastPanel } from './BalanceForecastPanel.tsx'
import styles from './CostOverviewPage.module.css'
import { SpendFigures } from './SpendFigures.tsx'
import { SpendShares } from './SpendShares.tsx'
import { useCostOverview } from './use-cost-overview.ts'

const DailySpend = lazyPart(() => import('./DailySpend.tsx'))

/** Where the money went in the last 30 days, and how long what is left will last. */
export default function CostOverviewPage() {
  const { data, error, refetch } = useCostOverview()
  return (
    <>
      <PageHeading title="费用总览" meaning="钱花在哪里，余额预计可用至何时。每个数字都能点开到逐行的明细。" />
      <AsyncView
        data={data}
        error={error}
        errorTitle="费用总览加载失败"
        onRetry={() => void refetch()}
        skeleton={
          <PagePanel>
            <SkeletonRows rows={8} columns={3} />
          </PagePanel>
        }
      >
        {(overview) => {
          const nothing = overview.instances.length === 0
          return (
            <div className={styles.parts}>
              <SpendFigures overview={overview} />
              <BalanceForecastPanel forecast={overview.forecast} />
              {nothing ? (
                <PagePanel>
                  <EmptyState
                    title="近 30 天没有消费"
                    hint="实例运行满一小时、关机或下单之后，这里画出每天花了多少。"
                    action={<Link to={paths.market}>去算力市场</Link>}
                  />
                </PagePanel>
              ) : (
                <>
                  <PagePanel title="每天的消费" extra={<Link to={paths.consumption}>查看消费明细</Link>}>
                    <Suspense fallback={<div className={styles.chart} />}>
                      <DailySpend days={overview.days} />
                    </Suspense>
                  </PagePanel>
                  <div className={styles.shares}>
                    <SpendShares
                      title="按实例"
                      shares={overview.instances}
                      linkOf={(id) => `${paths.consumption}?instance_id=${id}`}
                    />
                    <SpendShares
                      title="按产品"
                      shares={overview.products}
                      linkOf={(id) => `${paths.consumption}?product_id=${id}`}
                    />
                  </div>
                </>
              )}
            </div>
          )
        }}
      </AsyncView>
    </>
  )
}
