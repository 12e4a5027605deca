import { useInvalidate } from '@refinedev/core'
import { Alert, Checkbox, Input, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { chargeRules } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { CreateInstanceForm } from '#contract/orders.ts'
import { toCreateFormFaults } from '#src/features/instances/create/check-form.ts'
import { LabeledField } from '#src/features/instances/create/LabeledField.tsx'
import { OrderConditions } from '#src/features/instances/create/OrderConditions.tsx'
import { OrderOutcome } from '#src/features/instances/create/OrderOutcome.tsx'
import { QuoteFigures } from '#src/features/instances/create/QuoteFigures.tsx'
import { useCreateOrder } from '#src/features/instances/create/use-create-order.ts'
import { useInstanceQuote } from '#src/features/instances/create/use-instance-quote.ts'
import { useMissingBalance } from '#src/features/instances/create/use-missing-balance.ts'
import { paths } from '#src/paths.ts'
import { unitNames } from '#src/ui/catalogue/price.ts'
import { toast } from '#src/ui/toast.ts'
import styles from './ActionDialog.module.css'
import { ActionModal, type RowDialogProps } from './ActionModal.tsx'

const formatCopyName = (name: string) => `${name.slice(0, limits.instanceNameMax - 3)}-副本`

/** Orders another instance of the same kind with a copy of this one's disks; quoted before the click like any order. */
export function CloneInstance({ row, onClose }: RowDialogProps) {
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const [nickName, setName] = useState(() => formatCopyName(row.nick_name))
  const [chargeRule, setRule] = useState(row.charge_rule)
  const [quantity, setQuantity] = useState(1)
  const [copyData, setCopyData] = useState(true)
  const checked = CreateInstanceForm.safeParse({
    product_id: row.product_id,
    gpu_num: row.flavor.gpu_num,
    image_id: row.image_id,
    data_disk: row.flavor.data_disk,
    charge_rule: chargeRule,
    quantity: chargeRule === 'hour' ? 1 : quantity,
    nick_name: nickName,
    clone: { instance_id: row.id, copy_data: copyData },
  })
  const form = checked.success ? checked.data : null
  const quoting = useInstanceQuote(form)
  const faults = toCreateFormFaults(quoting.error)
  const missing = useMissingBalance(quoting.quote)
  const { outcome, ordering, submit } = useCreateOrder(form, (order, message) => {
    toast.success(message)
    onClose()
    void invalidate({ resource: 'instances', invalidates: ['list', 'detail'] })
    if (order.instance_id) void navigate(paths.containerInstance(order.instance_id))
  })
  const { quote } = quoting
  const ready = Boolean(form && quote?.enough && quote.real_name_passed && quote.in_stock && !quoting.stale && !quoting.error)
  const nameFault = checked.success ? faults.nick_name : checked.error.issues.find(({ path }) => path[0] === 'nick_name')?.message
  const otherFault = Object.entries(faults).find(([field]) => field !== 'nick_name')?.[1]
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
      <LabeledField label="新实例名称" fault={nameFault} help="镜像、SSH 密钥和规格都与这台相同。">
        {(ties) => <Input {...ties} autoFocus value={nickName} onChange={({ target }) => setName(target.value)} />}
      </LabeledField>
      <Checkbox checked={copyData} onChange={({ target }) => setCopyData(target.checked)}>
        同时复制数据盘（{row.flavor.data_disk} GB）
      </Checkbox>
      <Radio.Group
        aria-label="计费方式"
        optionType="button"
        value={chargeRule}
        onChange={({ target }) => setRule(target.value as typeof chargeRule)}
        options={Object.entries(chargeRules).map(([value, label]) => ({ value, label }))}
      />
      {chargeRule !== 'hour' && (
        <LabeledField label={`租用多少${unitNames[chargeRule]}`}>
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
        </LabeledField>
      )}
      {quote && (
        <div className={styles.quote} aria-busy={quoting.stale} aria-live="polite">
          <QuoteFigures quote={quote} metered={chargeRule === 'hour'} />
        </div>
      )}
      {quote && <OrderConditions quote={quote} missing={missing} />}
      {quote && !quote.in_stock && <Alert type="warning" showIcon message="空闲 GPU 不足，暂时不能克隆，请稍后再试。" />}
      {(otherFault || refused) && (
        <Alert type="warning" showIcon message={otherFault ?? (refused instanceof Error ? refused.message : '没有拿到报价')} />
      )}
      {outcome?.kind === 'no_free_gpu' && <Alert type="warning" showIcon message="空闲 GPU 不足，没有下单。" />}
      {outcome && <OrderOutcome outcome={outcome} />}
    </ActionModal>
  )
}
