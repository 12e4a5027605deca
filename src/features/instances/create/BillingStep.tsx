import { Input, InputNumber } from 'antd'
import { limits } from '#contract/limits.ts'
import { serverNow } from '#src/api/server-time.ts'
import { rules, unit_names } from '#src/ui/catalogue/price.ts'
import { formatTime } from '#src/ui/format-time.ts'
import styles from './BillingStep.module.css'
import { RuleChoice } from './ChargeRuleChoice.tsx'
import type { Faults } from './check-form.ts'
import { Step } from './FormStep.tsx'
import fields from './LabeledField.module.css'
import { Field } from './LabeledField.tsx'
import type { Resolved } from './resolve-draft.ts'
import type { Change } from './use-draft.ts'

const period_ms = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

/** How it is paid for, for how long, and what it is called. */
export function BillingStep({ resolved, faults, change }: { resolved: Resolved; faults: Faults; change: Change }) {
  const { product, form, under } = resolved
  if (!product) return null
  const rule = form.charge_rule ?? 'hour'
  const until = serverNow() + period_ms[rule] * (form.quantity ?? 1)
  return (
    <Step number={5} title="计费方式和名称">
      <fieldset className={fields.group}>
        <legend className="visually-hidden">计费方式</legend>
        <div className={styles.rules}>
          {rules.map((offered) => (
            <RuleChoice
              key={offered}
              rule={offered}
              product={product}
              count={form.gpu_num ?? 1}
              checked={offered === rule}
              percent={offered === rule ? under?.percent : undefined}
              onChoose={() => change({ charge_rule: offered })}
            />
          ))}
        </div>
      </fieldset>
      {under && (
        <p className={styles.fixed}>
          活动时长固定为 {under.period} {unit_names[rule]}，约 {formatTime(new Date(until).toISOString())} 到期，到期自动关机。
        </p>
      )}
      {rule !== 'hour' && !under && (
        <Field
          label={`租用${unit_names[rule] === '天' ? '天数' : '周数'}`}
          fault={faults.quantity}
          help={`约 ${formatTime(new Date(until).toISOString())} 到期，到期自动关机`}
        >
          {(ties) => (
            <InputNumber<number>
              {...ties}
              className={styles.quantity}
              value={form.quantity ?? 1}
              precision={0}
              suffix={unit_names[rule]}
              onChange={(quantity) => quantity !== null && change({ quantity })}
            />
          )}
        </Field>
      )}
      <Field label="实例名称" fault={faults.nick_name} help="便于在列表里找到它，之后可以改。">
        {(ties) => (
          <Input
            {...ties}
            className={styles.name}
            value={form.nick_name ?? ''}
            count={{ show: true, max: limits.instance_name_max }}
            onChange={({ target }) => change({ nick_name: target.value })}
          />
        )}
      </Field>
    </Step>
  )
}
