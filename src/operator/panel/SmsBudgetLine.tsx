import type { DataOf } from '#contract/endpoint.ts'
import type { operator_panel } from '#contract/operator/money.ts'
import styles from './OperatorPanel.module.css'

const number = new Intl.NumberFormat('zh-CN')

/** How much of today's budget of SMS codes is gone, and by whom. */
export function SmsLine({
  codes: { by_known, by_visitors, visitors_max, budget },
}: {
  codes: DataOf<(typeof operator_panel)['stock']>['sms_codes']
}) {
  return (
    <p className={styles.note}>
      今天发出短信验证码 {number.format(by_known + by_visitors)} 条，每日上限 {number.format(budget)} 条；其中未登录的{' '}
      {number.format(by_visitors)} 条，上限 {number.format(visitors_max)} 条。
    </p>
  )
}
