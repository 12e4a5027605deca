import { Link } from 'react-router-dom'
import { parseYuanToFen } from '#contract/money.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { BalanceForecastPanel } from './BalanceForecastPanel.tsx'
import styles from './CostOverviewPage.module.css'
import { DailySpend } from './DailySpend.tsx'
import { SpendFigures } from './SpendFigures.tsx'
import { type CostOverview, useCostOverview } from './use-cost-overview.ts'

interface SpendSharesProps {
  title: string
  shares: CostOverview['instances']
  linkOf: (id: string) => string
}

/** Spending by share, largest first; the bars only illustrate the figures beside them. */
function SpendShares({ title, shares, linkOf }: SpendSharesProps) {
  const most = shares.reduce((max, { amount }) => Math.max(max, Number(parseYuanToFen(amount))), 1)
  return (
    <PagePanel title={title} extra={<span className={styles.quiet}>近 30 天，按付款</span>}>
      <table className={styles.table}>
        <caption className="visually-hidden">近 30 天{title}的消费</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">名称</th>
            <th scope="col">金额（元）</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ id, name, amount }) => (
            <tr key={id ?? name}>
              <th scope="row">{id ? <Link to={linkOf(id)}>{name}</Link> : name}</th>
              <td>
                <YuanAmount amount={amount} />
              </td>
              <td aria-hidden="true" className={styles.track}>
                <span
                  className={styles.bar}
                  style={{ inlineSize: `${Math.max(0, (Number(parseYuanToFen(amount)) / most) * 100)}%` }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </PagePanel>
  )
}

/** Where money was spent in the last 30 days, and how long the balance will last. */
export default function CostOverviewPage() {
  const { data, error, refetch } = useCostOverview()
  return (
    <>
      <PageHeading title="费用总览" meaning="钱花在哪里，余额预计可用至何时。最上面的数字按付款那一天算，点开就是逐行的明细。" />
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
                  <DailySpend overview={overview} />
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
