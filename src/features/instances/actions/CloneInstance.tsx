import { useInvalidate } from '@refinedev/core'
import { Alert, Checkbox, Input, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { charge_rules } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { CreateInstanceForm } from '#contract/orders.ts'
import { faultsOf } from '#src/features/instances/create/check-form.ts'
import { Field } from '#src/features/instances/create/LabeledField.tsx'
import { Conditions } from '#src/features/instances/create/OrderConditions.tsx'
import { OrderOutcome } from '#src/features/instances/create/OrderOutcome.tsx'
import { QuoteFigures } from '#src/features/instances/create/QuoteFigures.tsx'
import { useOrder } from '#src/features/instances/create/use-create-order.ts'
import { useQuote } from '#src/features/instances/create/use-instance-quote.ts'
import { useMissing } from '#src/features/instances/create/use-missing-balance.ts'
import { paths } from '#src/paths.ts'
import { unit_names } from '#src/ui/catalogue/price.ts'
import { toast } from '#src/ui/toast.ts'
import styles from './ActionDialog.module.css'
import type { DialogProps } from './ActionModal.tsx'
import { ActionModal } from './ActionModal.tsx'

const copyName = (name: string) => `${name.slice(0, limits.instance_name_max - 3)}-副本`

/** An order for one more of the same kind, which gets the disks of this one; priced before the click like any other. */
export function CloneInstance({ row, onClose }: DialogProps) {
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const [nick_name, setName] = useState(() => copyName(row.nick_name))
  const [charge_rule, setRule] = useState(row.charge_rule)
  const [quantity, setQuantity] = useState(1)
  const [copy_data, setCopyData] = useState(true)
  const checked = CreateInstanceForm.safeParse({
    product_id: row.product_id,
    gpu_num: row.flavor.gpu_num,
    image_id: row.image_id,
    data_disk: row.flavor.data_disk,
    charge_rule,
    quantity: charge_rule === 'hour' ? 1 : quantity,
    nick_name,
    clone: { instance_id: row.id, copy_data },
  })
  const form = checked.success ? checked.data : null
  const quoting = useQuote(form)
  const faults = faultsOf(quoting.error)
  const missing = useMissing(quoting.quote)
  const { outcome, ordering, submit } = useOrder(form, (order, message) => {
    toast.success(message)
    onClose()
    void invalidate({ resource: 'instances', invalidates: ['list', 'detail'] })
    if (order.instance_id) void navigate(paths.container_instance(order.instance_id))
  })
  const { quote } = quoting
  const ready = Boolean(form && quote?.enough && quote.real_name_passed && quote.in_stock && !quoting.stale && !quoting.error)
  const name_fault = checked.success
    ? faults.nick_name
    : checked.error.issues.find(({ path }) => path[0] === 'nick_name')?.message
  const other_fault = Object.entries(faults).find(([field]) => field !== 'nick_name')?.[1]
  const refused = quoting.error && !Object.keys(faults).length ? quoting.error : undefined

  return (
    <ActionModal
      action="clone"
      instance={row}
      ready={ready}
      acting={ordering}
      failure={undefined}
      onAct={() => quote && submit(quote)}
      onClose={onClose}
    >
      <Field label="新实例名称" fault={name_fault} help="镜像、SSH 密钥和规格都与这台相同。">
        {(ties) => <Input {...ties} autoFocus value={nick_name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <Checkbox checked={copy_data} onChange={({ target }) => setCopyData(target.checked)}>
        同时复制数据盘（{row.flavor.data_disk} GB）
      </Checkbox>
      <Radio.Group
        aria-label="计费方式"
        optionType="button"
        value={charge_rule}
        onChange={({ target }) => setRule(target.value as typeof charge_rule)}
        options={Object.entries(charge_rules).map(([value, label]) => ({ value, label }))}
      />
      {charge_rule !== 'hour' && (
        <Field label={`租用多少${unit_names[charge_rule]}`}>
          {(ties) => (
            <InputNumber<number>
              {...ties}
              className={styles.wide}
              value={quantity}
              min={1}
              max={52}
              precision={0}
              onChange={(n) => setQuantity(n ?? 1)}
            />
          )}
        </Field>
      )}
      {quote && (
        <div className={styles.quote} aria-busy={quoting.stale} aria-live="polite">
          <QuoteFigures quote={quote} metered={charge_rule === 'hour'} />
        </div>
      )}
      {quote && <Conditions quote={quote} missing={missing} />}
      {quote && !quote.in_stock && <Alert type="warning" showIcon message="空闲 GPU 不足，暂时不能克隆，请稍后再试。" />}
      {(other_fault || refused) && (
        <Alert type="warning" showIcon message={other_fault ?? (refused instanceof Error ? refused.message : '没有拿到报价')} />
      )}
      {outcome?.kind === 'no_free_gpu' && <Alert type="warning" showIcon message="空闲 GPU 不足，没有下单。" />}
      {outcome && <OrderOutcome outcome={outcome} />}
    </ActionModal>
  )
}
