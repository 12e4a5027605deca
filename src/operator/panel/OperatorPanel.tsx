import { useCan } from '@refinedev/core'
import { Link } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import { type InstanceStatus, instanceStatusCodes } from '#contract/instance-actions.ts'
import { operatorPanel } from '#contract/operator/money.ts'
import type { LiveResource } from '#contract/stream.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { FigureLink } from './FigureLink.tsx'
import { GpuTable } from './GpuTable.tsx'
import styles from './OperatorPanel.module.css'
import { PanelTrends } from './PanelTrends.tsx'
import { WaitingInbox } from './WaitingInbox.tsx'

type PanelStock = EndpointData<(typeof operatorPanel)['stock']>

const sumNumbers = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Totals of cards and instances. */
function StockFigures({ stock: { gpus, instances } }: { stock: PanelStock }) {
  const total = sumNumbers(gpus.map((row) => row.total))
  const rented = sumNumbers(gpus.map((row) => row.rented))
  const closed = sumNumbers(gpus.map((row) => row.closed))
  const countOf = (code: InstanceStatus) => instances.find(({ status }) => status === code)?.count ?? 0
  const percent = total ? Math.round((rented / total) * 100) : 0
  return (
    <dl className={styles.line}>
      <FigureLink
        name="已租出 GPU"
        to={operatorPaths.gpusOf({ state: 'rented' })}
        note={
          <>
            共 <Link to={operatorPaths.gpus}>{total} 张</Link>，占 {percent}%
          </>
        }
      >
        {rented}
      </FigureLink>
      <FigureLink name="不可租 GPU" to={operatorPaths.gpusOf({ state: 'closed' })} note="主机已排空、维护中、失联或待登记">
        {closed}
      </FigureLink>
      <FigureLink
        name="运行中的实例"
        to={operatorPaths.instancesOf({ status: instanceStatusCodes.running })}
        note={
          <>
            共 <Link to={operatorPaths.instances}>{sumNumbers(instances.map(({ count }) => count))} 台</Link>，含已关机的
          </>
        }
      >
        {countOf(instanceStatusCodes.running)}
      </FigureLink>
      <FigureLink
        name="异常的实例"
        to={operatorPaths.instancesOf({ status: instanceStatusCodes.abnormal })}
        note="停在异常，等用户处理；不计费"
      >
        {countOf(instanceStatusCodes.abnormal)}
      </FigureLink>
    </dl>
  )
}

/** Revenue, burn and liabilities to users, from the ledger. */
function MoneyFigures({ money }: { money: EndpointData<(typeof operatorPanel)['money']> }) {
  return (
    <dl className={styles.line}>
      <FigureLink
        name="今日收入"
        to={operatorPaths.entriesOf({ account: 'revenue', period: 'today' })}
        note="北京时间零点起，已扣退款"
      >
        <YuanAmount amount={money.revenue_today} />
      </FigureLink>
      <FigureLink
        name="近 7 天收入"
        to={operatorPaths.entriesOf({ account: 'revenue', period: 'week' })}
        note="含今天的 7 个自然日"
      >
        <YuanAmount amount={money.revenue_week} />
      </FigureLink>
      <FigureLink
        name="当前每小时"
        to={operatorPaths.instancesOf({ status: instanceStatusCodes.running, charge_rule: 'hour' })}
        note="按量计费实例正在产生的费用"
      >
        <YuanAmount amount={money.burn_hour} as="price" />
      </FigureLink>
      <FigureLink
        name="用户余额（负债）"
        to={operatorPaths.usersOf({ balance: 'positive' })}
        note={
          <>
            另有欠费{' '}
            <Link to={operatorPaths.usersOf({ balance: 'negative' })}>
              <YuanAmount amount={money.arrears} />
            </Link>
          </>
        }
      >
        <YuanAmount amount={money.liabilities} />
      </FigureLink>
    </dl>
  )
}

/** Today's usage of the SMS code budget, by source. */
function SmsBudgetLine({
  codes: { by_known: byKnown, by_visitors: byVisitors, visitors_max: visitorsMax, budget },
}: {
  codes: PanelStock['sms_codes']
}) {
  return (
    <p className={styles.note}>
      今天发出短信验证码 {formatCount(byKnown + byVisitors)} 条，每日上限 {formatCount(budget)} 条；其中未登录的{' '}
      {formatCount(byVisitors)} 条，上限 {formatCount(visitorsMax)} 条。
    </p>
  )
}

const refreshMs = 30_000
const live: readonly LiveResource[] = ['back_office']
const outline = (
  <PagePanel flush>
    <SkeletonRows rows={3} />
  </PagePanel>
)

/** Work that waits, figures of today, and charts over time; every figure links to the rows it counts (product §10). */
export default function OperatorPanel() {
  const seesMoney = useCan({ resource: 'operator-finance', action: 'list' }).data?.can ?? false
  const stock = useEndpoint(operatorPanel.stock, {}, { every: refreshMs, live })
  const money = useEndpoint(operatorPanel.money, {}, { every: refreshMs, live, enabled: seesMoney })
  return (
    <>
      <PageHeading title="工作台" meaning="先看等你处理的，再看今天的数字和走势；点数字看它由哪些行相加而成。" />
      <div className={styles.parts}>
        {stock.data?.gpus.length === 0 && (
          <p className={styles.note}>
            平台上还没有卡。从装好到卖出第一个小时，按<Link to={operatorPaths.opening}>开业清单</Link>一步一步来。
          </p>
        )}
        <WaitingInbox />
        {seesMoney && (
          <AsyncView data={money.data} error={money.error} onRetry={() => void money.refetch()} skeleton={outline}>
            {(data) => <MoneyFigures money={data} />}
          </AsyncView>
        )}
        <AsyncView data={stock.data} error={stock.error} onRetry={() => void stock.refetch()} skeleton={outline}>
          {(data) => <StockFigures stock={data} />}
        </AsyncView>
        <PanelTrends seesMoney={seesMoney} />
        {stock.data && <GpuTable gpus={stock.data.gpus} />}
        {stock.data && <SmsBudgetLine codes={stock.data.sms_codes} />}
      </div>
    </>
  )
}
