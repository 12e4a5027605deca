import { Link } from 'react-router-dom'
import type { DataOf } from '#contract/endpoint.ts'
import { status_codes } from '#contract/instance-actions.ts'
import type { operator_panel } from '#contract/operator/money.ts'
import { operator_paths } from '#src/operator/paths.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import { Figure } from './FigureLink.tsx'
import styles from './OperatorPanel.module.css'

/** Revenue, burn and what is owed to users, as the ledger has it. */
export function MoneyLine({ money }: { money: DataOf<(typeof operator_panel)['money']> }) {
  return (
    <dl className={styles.line}>
      <Figure
        name="今日收入"
        to={operator_paths.entries_of({ account: 'revenue', period: 'today' })}
        note="北京时间零点起，已扣退款"
      >
        <Yuan amount={money.revenue_today} />
      </Figure>
      <Figure
        name="近 7 天收入"
        to={operator_paths.entries_of({ account: 'revenue', period: 'week' })}
        note="含今天的 7 个自然日"
      >
        <Yuan amount={money.revenue_week} />
      </Figure>
      <Figure
        name="当前每小时"
        to={operator_paths.instances_of({ status: status_codes.running, charge_rule: 'hour' })}
        note="按量计费实例正在产生的费用"
      >
        <Yuan amount={money.burn_hour} as="price" />
      </Figure>
      <Figure
        name="用户余额（负债）"
        to={operator_paths.users_of({ balance: 'positive' })}
        note={
          <>
            另有欠费{' '}
            <Link to={operator_paths.users_of({ balance: 'negative' })}>
              <Yuan amount={money.arrears} />
            </Link>
          </>
        }
      >
        <Yuan amount={money.liabilities} />
      </Figure>
    </dl>
  )
}
