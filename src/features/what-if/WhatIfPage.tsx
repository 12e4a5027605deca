import { Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { IdleMinutes, type WhatIf, whatIf, whatIfPlans } from '#contract/what-if.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { NamedFigure } from '#src/admin/NamedFigure.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TermList } from '#src/ui/TermList.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { PlanTotals } from './PlanTotals.tsx'
import { planNotes } from './plan-notes.ts'
import styles from './WhatIfPage.module.css'
import { WhatIfTable } from './WhatIfTable.tsx'

const live = ['instances', 'wallet'] as const

/** What was charged, what it would have been, and the difference. */
function SavingFigures({ bill: { from, to, total, used, best, save, others, instances } }: { bill: WhatIf }) {
  const better = instances.filter((row) => row.best !== null).length
  return (
    <dl className={styles.line}>
      <NamedFigure
        name="近 30 天消费"
        note={
          <>
            与费用总览一致 · <Link to={`${paths.consumption}?from=${from}&to=${to}`}>明细</Link>
          </>
        }
      >
        <YuanAmount amount={total} />
      </NamedFigure>
      {used !== total && (
        <NamedFigure name="其中实例实际用掉" note={others === '0.00' ? '套餐按时间折算' : '套餐按时间折算，不含大模型用量等'}>
          <YuanAmount amount={used} />
        </NamedFigure>
      )}
      <NamedFigure name="按最省的方案" note="每台换成现在能选的最省的，按现价重算">
        <YuanAmount amount={best} />
      </NamedFigure>
      <NamedFigure name="可省" note={better > 0 ? `${better} 台能换得更省` : '现在没有更省的'}>
        <YuanAmount amount={save} as="price" />
      </NamedFigure>
    </dl>
  )
}

/** How the figures come about. */
const ReckoningRules = () => (
  <PagePanel title="怎么算的">
    <TermList
      className={styles.rules}
      terms={[
        {
          term: '实际',
          value:
            '和消费明细是同一笔账：已减去退款，代金券付的也在内，没结算的不在内；套餐的价钱按时间折算到这 30 天。各方案都按现价重算，不含优惠券和活动价。',
        },
        ...Object.entries(whatIfPlans).map(([plan, name]) => ({
          term: name,
          value: planNotes[plan as keyof typeof whatIfPlans],
        })),
      ]}
    />
  </PagePanel>
)

/** The last 30 days under other ways to pay (docs/decisions/078). */
export default function WhatIfPage() {
  const [minutes, setMinutes] = useState<IdleMinutes>('30')
  const { data, error, refetch, isPlaceholderData } = useEndpoint(
    whatIf.read,
    { query: { idle_minutes: minutes } },
    { keep: true, live },
  )
  return (
    <>
      <PageHeading
        title="省钱测算"
        meaning="把近 30 天的账换成别的计费方案重算一遍，看哪种最省，一步换过去。"
        actions={
          <div className={styles.minutes}>
            <span id="idle-minutes">闲置多久关机</span>
            <Segmented<IdleMinutes>
              aria-labelledby="idle-minutes"
              value={minutes}
              onChange={(value) => setMinutes(value)}
              options={IdleMinutes.options.map((value) => ({ value, label: `${value} 分钟` }))}
            />
          </div>
        }
      />
      <AsyncView
        data={data}
        error={error}
        errorTitle="测算失败"
        onRetry={() => void refetch()}
        skeleton={
          <PagePanel>
            <SkeletonRows rows={8} columns={5} />
          </PagePanel>
        }
      >
        {(bill) =>
          bill.instances.length === 0 ? (
            <PagePanel>
              <EmptyState
                title="近 30 天没有实例产生费用"
                hint="实例运行满一小时、关机或下单之后，这里把账单换成别的方案重算一遍。"
                action={<Link to={paths.market}>去算力市场</Link>}
              />
            </PagePanel>
          ) : (
            <div className={styles.parts} aria-busy={isPlaceholderData}>
              <SavingFigures bill={bill} />
              <PlanTotals bill={bill} />
              <WhatIfTable bill={bill} minutes={minutes} onChanged={() => void refetch()} />
              <ReckoningRules />
            </div>
          )
        }
      </AsyncView>
    </>
  )
}
