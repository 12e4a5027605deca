import { Form, Input } from 'antd'
import type { InstanceGuard } from '#contract/guards.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { computeCurrentHourPrice } from '#src/features/instances/instance-text.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { GuardRuleSection } from './GuardRuleSection.tsx'
import { formatLimitDuration, type GuardFields } from './guard-fields.ts'
import styles from './settings.module.css'

/** Rule: stop after spending a given amount. */
export function SpendRuleSection({ guard, instance }: { guard: InstanceGuard; instance: InstanceDetail }) {
  const limit = Form.useWatch('spend_limit', Form.useFormInstance<GuardFields>())
  const lasts = formatLimitDuration(limit, computeCurrentHourPrice(instance))
  return (
    <GuardRuleSection
      title="消费上限"
      meaning="每次运行花到这个金额就关机，精确到秒。重启算同一次运行，重新开机从零计算。"
      field="spend_on"
    >
      <div className={styles.line}>
        <Form.Item name="spend_limit" className={styles.amount}>
          <Input prefix="¥" inputMode="decimal" autoComplete="off" aria-label="消费上限（元）" />
        </Form.Item>
        <span>
          本次运行已花费 <YuanAmount amount={guard.spent} />
          {lasts && `，这个上限从开机起够用 ${lasts}`}
        </span>
      </div>
    </GuardRuleSection>
  )
}
