import type { EndpointData } from '#contract/endpoint.ts'
import type { operatorFinance } from '#contract/operator/money.ts'
import { type ReportPeriod, reportPeriods } from '#contract/operator/reason.ts'
import { FigureLink } from '#src/operator/panel/FigureLink.tsx'
import styles from '#src/operator/panel/OperatorPanel.module.css'
import { operatorPaths } from '#src/operator/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

export type FinanceOverview = EndpointData<(typeof operatorFinance)['panel']>

/** The four key figures. */
export function FinanceFigures({ finance, period }: { finance: FinanceOverview; period: ReportPeriod }) {
  return (
    <dl className={styles.line}>
      <FigureLink
        name={`${reportPeriods[period]}收入`}
        to={operatorPaths.entriesOf({ account: 'revenue', period })}
        note="已扣退款"
      >
        <YuanAmount amount={finance.revenue} />
      </FigureLink>
      <FigureLink
        name="其中代金券支付"
        to={operatorPaths.entriesOf({ account: 'voucher', kind: 'rental', period })}
        note="由营销承担，已减去退回的券"
      >
        <YuanAmount amount={finance.by_voucher} />
      </FigureLink>
      <FigureLink name="应付用户" note="此刻余额、冻结、收益与代金券之和，逐项见下">
        <YuanAmount amount={finance.owed_total} />
      </FigureLink>
      <FigureLink
        name="用户欠款（应收）"
        to={operatorPaths.usersOf({ balance: 'negative' })}
        note={`${finance.debtors} 个用户，含滞纳金`}
      >
        <YuanAmount amount={finance.receivable} />
      </FigureLink>
    </dl>
  )
}
