import { Input, InputNumber } from 'antd'
import { chargeRuleHours } from '#contract/charge-rule-hours.ts'
import { type ChargeRule, chargeRules } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import type { Product } from '#contract/products.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { computeDiscountTenths, priceRules, unitNames } from '#src/ui/catalogue/price.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './BillingStep.module.css'
import { ChoiceOption } from './ChoiceOption.tsx'
import type { CreateFormFaults } from './check-form.ts'
import { FormStep } from './FormStep.tsx'
import fields from './LabeledField.module.css'
import { LabeledField } from './LabeledField.tsx'
import type { ResolvedDraft } from './resolve-draft.ts'
import { computeRulePrice } from './rule-price.ts'
import type { ChangeDraft } from './use-draft.ts'

interface ChargeRuleChoiceProps {
  rule: ChargeRule
  product: Product
  count: number
  checked: boolean
  /** Percentage of the regular price that an activity charges. */
  percent?: number | undefined
  onChoose: () => void
}

/** One billing rule, with the price of the selected cards under it. */
function ChargeRuleChoice({ rule, product, count, checked, percent, onChoose }: ChargeRuleChoiceProps) {
  const { period, hour } = computeRulePrice(product, rule, count, percent)
  const discount = computeDiscountTenths(product.price, rule)
  return (
    <ChoiceOption name="charge_rule" checked={checked} onChoose={onChoose}>
      <span className={styles.rule}>
        <strong>{chargeRules[rule]}</strong>
        {percent ? <ToneTag tone="warning">活动价</ToneTag> : discount && <ToneTag tone="warning">{discount}</ToneTag>}
      </span>
      <span className={styles.price}>
        <YuanAmount amount={period} as="price" unit={`/${unitNames[rule]}`} />
      </span>
      <span className={styles.quiet}>{rule === 'hour' ? '按秒计量，关机即停' : `折合 ¥${hour}/小时，到期前不退款`}</span>
    </ChoiceOption>
  )
}

const hourMs = 3_600_000

/** Selects the billing rule, the period and the instance name. */
export function BillingStep({
  resolved,
  faults,
  change,
}: {
  resolved: ResolvedDraft
  faults: CreateFormFaults
  change: ChangeDraft
}) {
  const { product, form, under } = resolved
  if (!product) return null
  const rule = form.charge_rule ?? 'hour'
  const until = getServerNow() + Number(chargeRuleHours[rule]) * hourMs * (form.quantity ?? 1)
  return (
    <FormStep number={5} title="计费方式和名称">
      <fieldset className={fields.group}>
        <legend className="visually-hidden">计费方式</legend>
        <div className={styles.rules}>
          {priceRules.map((offered) => (
            <ChargeRuleChoice
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
          活动时长固定为 {under.period} {unitNames[rule]}，约 {formatTime(new Date(until).toISOString())} 到期，到期自动关机。
        </p>
      )}
      {rule !== 'hour' && !under && (
        <LabeledField
          label={`租用${unitNames[rule] === '天' ? '天数' : '周数'}`}
          fault={faults.quantity}
          help={`约 ${formatTime(new Date(until).toISOString())} 到期，到期自动关机`}
        >
          {(ties) => (
            <InputNumber<number>
              {...ties}
              className={styles.quantity}
              value={form.quantity ?? 1}
              precision={0}
              suffix={unitNames[rule]}
              onChange={(quantity) => quantity !== null && change({ quantity })}
            />
          )}
        </LabeledField>
      )}
      <LabeledField label="实例名称" fault={faults.nick_name} help="便于在列表里找到它，之后可以改。">
        {(ties) => (
          <Input
            {...ties}
            className={styles.name}
            value={form.nick_name ?? ''}
            count={{ show: true, max: limits.instanceNameMax }}
            onChange={({ target }) => change({ nick_name: target.value })}
          />
        )}
      </LabeledField>
    </FormStep>
  )
}
