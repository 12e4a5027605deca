import type { EndpointData } from '#contract/endpoint.ts'
import type { operatorPanel } from '#contract/operator/money.ts'
import styles from './OperatorPanel.module.css'

const numberFormat = new Intl.NumberFormat('zh-CN')

/** How much of today's budget of SMS codes is gone, and by whom. */
export function SmsBudgetLine({
  codes: { by_known: byKnown, by_visitors: byVisitors, visitors_max: visitorsMax, budget },
}: {
  codes: EndpointData<(typeof operatorPanel)['stock']>['sms_codes']
}) {
  return (
    <p className={styles.note}>
      今天发出短信验证码 {numberFormat.format(byKnown + byVisitors)} 条，每日上限 {numberFormat.format(budget)} 条；其中未登录的{' '}
      {numberFormat.format(byVisitors)} 条，上限 {numberFormat.format(visitorsMax)} 条。
    </p>
  )
}
