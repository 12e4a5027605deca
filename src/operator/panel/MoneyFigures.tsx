import { Link } from 'react-router-dom'
import type { EndpointData } from '#contract/endpoint.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { operatorPanel } from '#contract/operator/money.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { FigureLink } from './FigureLink.tsx'
import styles from './OperatorPanel.module.css'

/** Revenue, burn and what is owed to users, as the ledger has it. */
export function MoneyFigures({ money }: { money: EndpointData<(typeof operatorPanel)['money']> }) {
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
