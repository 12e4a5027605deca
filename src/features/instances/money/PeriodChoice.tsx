import { InputNumber } from 'antd'
import { chargeRules } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { ChoiceOption } from '#src/features/instances/create/ChoiceOption.tsx'
import fields from '#src/features/instances/create/LabeledField.module.css'
import { LabeledField } from '#src/features/instances/create/LabeledField.tsx'
import { unitNames } from '#src/ui/catalogue/price.ts'
import styles from './money.module.css'

export interface PeriodSelection {
  charge_rule: 'day' | 'week'
  quantity: number | null
}

const units = ['day', 'week'] as const
const usualQuantities = { day: [1, 3, 7, 30], week: [1, 2, 4, 12] } as const
const hints = { day: '一天是 24 小时，与日历无关', week: '一周是 168 小时，与日历无关' } as const

export const validateQuantity = (quantity: number | null): string | undefined =>
  quantity !== null && quantity >= 1 && quantity <= limits.periodQuantityMax
    ? undefined
    : `请输入 1–${limits.periodQuantityMax} 的整数`

/** Selects days or weeks, and how many. */
export function PeriodChoice({
  bought,
  change,
  help,
}: {
  bought: PeriodSelection
  change: (next: PeriodSelection) => void
  help?: string | undefined
}) {
  const { charge_rule: chargeRule, quantity } = bought
  const unit = unitNames[chargeRule]
  return (
    <div className={styles.form}>
      <fieldset className={fields.group}>
        <legend className="visually-hidden">时长单位</legend>
        <div className={styles.choices}>
          {units.map((rule) => (
            <ChoiceOption
              key={rule}
              name="unit"
              checked={rule === chargeRule}
              onChoose={() => change({ charge_rule: rule, quantity: 1 })}
            >
              <strong>{chargeRules[rule]}</strong>
              <span className={styles.quiet}>{hints[rule]}</span>
            </ChoiceOption>
          ))}
        </div>
      </fieldset>
      <LabeledField label={chargeRule === 'day' ? '天数' : '周数'} fault={validateQuantity(quantity)} help={help}>
        {(ties) => (
          <div className={styles.chips}>
            <InputNumber<number>
              {...ties}
              className={styles.wide}
              value={quantity}
              precision={0}
              suffix={unit}
              onChange={(next) => change({ charge_rule: chargeRule, quantity: next })}
            />
            {usualQuantities[chargeRule].map((count) => (
              <ChoiceOption
                key={count}
                name="count"
                shape="chip"
                checked={count === quantity}
                onChoose={() => change({ charge_rule: chargeRule, quantity: count })}
              >
                {count} {unit}
              </ChoiceOption>
            ))}
          </div>
        )}
      </LabeledField>
    </div>
  )
}
