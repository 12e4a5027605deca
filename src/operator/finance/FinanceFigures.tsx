import type { DataOf } from '#contract/endpoint.ts'
import type { operator_finance } from '#contract/operator/money.ts'
import { type Period, periods } from '#contract/operator/reason.ts'
import { Figure } from '#src/operator/panel/FigureLink.tsx'
import styles from '#src/operator/panel/OperatorPanel.module.css'
import { operator_paths } from '#src/operator/paths.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'

export type Finance = DataOf<(typeof operator_finance)['panel']>

/** The four numbers somebody asks for first. */
export function FinanceLine({ finance, period }: { finance: Finance; period: Period }) {
  return (
    <dl className={styles.line}>
      <Figure name={`${periods[period]}收入`} to={operator_paths.entries_of({ account: 'revenue', period })} note="已扣退款">
        <Yuan amount={finance.revenue} />
      </Figure>
      <Figure name="其中代金券支付" to={operator_paths.entries_of({ account: 'voucher', period })} note="不是现金，由营销承担">
        <Yuan amount={finance.by_voucher} />
      </Figure>
      <Figure name="欠用户的" to={operator_paths.users_of({ balance: 'positive' })} note="此刻各类钱包余额之和">
        <Yuan amount={finance.owed_total} />
      </Figure>
      <Figure
        name="用户欠款（应收）"
        to={operator_paths.users_of({ balance: 'negative' })}
        note={`${finance.debtors} 个用户，含滞纳金`}
      >
        <Yuan amount={finance.receivable} />
      </Figure>
    </dl>
  )
}
