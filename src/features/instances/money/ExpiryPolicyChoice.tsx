import { InputNumber } from 'antd'
import { type ExpiryPolicyName, expiryPolicies } from '#contract/expiry.ts'
import { limits } from '#contract/limits.ts'
import { ChoiceOption } from '#src/features/instances/create/ChoiceOption.tsx'
import fields from '#src/features/instances/create/LabeledField.module.css'
import { LabeledField } from '#src/features/instances/create/LabeledField.tsx'
import styles from './money.module.css'
import { validateQuantity } from './PeriodChoice.tsx'

/** Effect of each policy on data and money. */
const policyEffects: Record<ExpiryPolicyName, string> = {
  stop: `到期关机并释放 GPU，不再扣费；数据再保留 ${limits.releaseDays} 天。`,
  renew: `到期前 ${limits.autoRenewHours} 小时起按当时的价格从余额支付，没有成功时每小时再试；到期仍未成功则关机，数据保留。`,
  hour: '到期那一刻起按当时的按量价格计费，运行不中断；余额不够运行 1 小时的则关机，数据保留。',
}
const policies = Object.keys(expiryPolicies) as ExpiryPolicyName[]

export interface ExpiryPolicyInput {
  /** Null leaves the policies of several instances as they are. */
  policy: ExpiryPolicyName | null
  renew_quantity: number | null
}

interface Props {
  value: ExpiryPolicyInput
  change: (next: ExpiryPolicyInput) => void
  /** Days or weeks, if known. */
  unit: string
  /** Adds an option to keep the current policies. */
  several?: boolean
}

/** Selects the expiry policy of an instance. */
export function ExpiryPolicyChoice({ value, change, unit, several = false }: Props) {
  return (
    <div className={styles.form}>
      <fieldset className={fields.group}>
        <legend className="visually-hidden">到期策略</legend>
        <div className={styles.rows}>
          {several && (
            <ChoiceOption
              name="policy"
              shape="row"
              checked={value.policy === null}
              onChoose={() => change({ ...value, policy: null })}
            >
              <strong>不更改</strong>
              <span className={styles.quiet}>每台实例保持各自的到期策略。</span>
            </ChoiceOption>
          )}
          {policies.map((policy) => (
            <ChoiceOption
              key={policy}
              name="policy"
              shape="row"
              checked={value.policy === policy}
              onChoose={() => change({ ...value, policy })}
            >
              <strong>{expiryPolicies[policy]}</strong>
              <span className={styles.quiet}>{policyEffects[policy]}</span>
            </ChoiceOption>
          ))}
        </div>
      </fieldset>
      {value.policy === 'renew' && (
        <LabeledField label="每次续费" fault={validateQuantity(value.renew_quantity)} help="单位同到期时的套餐。">
          {(ties) => (
            <InputNumber<number>
              {...ties}
              className={styles.wide}
              value={value.renew_quantity}
              precision={0}
              suffix={unit}
              onChange={(renewQuantity) => change({ ...value, renew_quantity: renewQuantity })}
            />
          )}
        </LabeledField>
      )}
    </div>
  )
}
