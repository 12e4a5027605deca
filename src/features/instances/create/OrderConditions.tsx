import { Alert } from 'antd'
import type { Quote } from '#contract/orders.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

interface Props {
  quote: Pick<Quote, 'real_name_passed' | 'enough'>
  /** Amount missing from the balance, if any. */
  missing: string | null
}

/** Requirements still missing for the order; the button beside it leads to them, and the form is preserved meanwhile. */
export function OrderConditions({ quote: { real_name_passed: realNamePassed, enough }, missing }: Props) {
  return (
    <>
      {!realNamePassed && <Alert type="warning" showIcon message="租用前需要完成实名认证，约 1 分钟。回来后这里的选择都还在。" />}
      {!enough && (
        <Alert
          type="warning"
          showIcon
          message={
            <>
              余额不足{missing && '，还差 '}
              {missing && <YuanAmount amount={missing} />}。运行中实例尚未结算的费用不能用来下单。
            </>
          }
        />
      )}
    </>
  )
}
