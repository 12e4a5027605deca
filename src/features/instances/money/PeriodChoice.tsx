import { InputNumber } from 'antd'
import { charge_rules } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { Choice } from '#src/features/instances/create/ChoiceOption.tsx'
import fields from '#src/features/instances/create/LabeledField.module.css'
import { Field } from '#src/features/instances/create/LabeledField.tsx'
import { unit_names } from '#src/ui/catalogue/price.ts'
import styles from './MoneyPage.module.css'

export interface Bought {
  charge_rule: 'day' | 'week'
  quantity: number | null
}

const units = ['day', 'week'] as const
const usual = { day: [1, 3, 7, 30], week: [1, 2, 4, 12] } as const
const hints = { day: '一天是 24 小时，与日历无关', week: '一周是 168 小时，与日历无关' } as const

export const quantityFault = (quantity: number | null): string | undefined =>
  quantity !== null && quantity >= 1 && quantity <= limits.period_quantity_max
    ? undefined
    : `请输入 1–${limits.period_quantity_max} 的整数`

/** Days or weeks, and how many. */
export function PeriodChoice({ bought, change, help }: { bought: Bought; change: (next: Bought) => void; help?: string }) {
  const { charge_rule, quantity } = bought
  const unit = unit_names[charge_rule]
  return (
    <div className={styles.form}>
      <fieldset className={fields.group}>
        <legend className="visually-hidden">时长单位</legend>
        <div className={styles.choices}>
          {units.map((rule) => (
            <Choice
              key={rule}
              name="unit"
              checked={rule === charge_rule}
              onChoose={() => change({ charge_rule: rule, quantity: 1 })}
            >
              <strong>{charge_rules[rule]}</strong>
              <span className={styles.quiet}>{hints[rule]}</span>
            </Choice>
          ))}
        </div>
      </fieldset>
      <Field label={charge_rule === 'day' ? '天数' : '周数'} fault={quantityFault(quantity)} help={help}>
        {(ties) => (
          <div className={styles.chips}>
            <InputNumber<number>
              {...ties}
              className={styles.wide}
              value={quantity}
              precision={0}
              suffix={unit}
              onChange={(next) => change({ charge_rule, quantity: next })}
            />
            {usual[charge_rule].map((count) => (
              <Choice
                key={count}
                name="count"
                shape="chip"
                checked={count === quantity}
                onChoose={() => change({ charge_rule, quantity: count })}
              >
                {count} {unit}
              </Choice>
            ))}
          </div>
        )}
      </Field>
    </div>
  )
}
