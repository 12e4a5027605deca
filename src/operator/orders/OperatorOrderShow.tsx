import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { EndpointData } from '#contract/endpoint.ts'
import { operatorOrders } from '#contract/operator/money.ts'
import { operatorLimitText } from '#contract/operator/reason.ts'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { OrderMoney } from '#src/features/cost/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { createZodRule } from '#src/ui/zod-rule.ts'
import styles from './OperatorOrderShow.module.css'

type Order = EndpointData<(typeof operatorOrders)['get']>
const { shape } = operatorOrders.refund.body

function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const [form] = Form.useForm<{ amount: string; reason: string }>()
  const { show } = useFieldErrors(form)
  const { run, pending } = useAction(operatorOrders.refund, {
    show: (errors, refusal) => show(refusal.errors ? errors : { reason: [refusal.message] }),
    onDone: onClose,
  })

  return (
    <Modal
      open
      title="退款给用户"
      okText="退款"
      okButtonProps={{ danger: true, loading: pending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p className={styles.effect}>
        {operatorLimitText}以内立即退到用户的可用余额，更多的等另一人批准；用户会收到通知和你写的原因，退款不能撤回。
        {order.refund_effect}
      </p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ amount: order.refundable }}
        onFinish={(body) => void run({ params: { id: order.id }, body })}
      >
        <Form.Item name="amount" label={`金额（元），最多 ${order.refundable}`} rules={[createZodRule(shape.amount)]}>
          <Input prefix="¥" inputMode="decimal" autoComplete="off" />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[createZodRule(shape.reason)]}>
          <Input.TextArea rows={3} placeholder="例如 主机故障停机 6 小时，按时长补偿" />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** The refundable amount, the effect of a refund, and the refund dialog. */
function OrderRefundPanel({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const some = Number(order.refundable) > 0
  return (
    <PagePanel title="退款">
      <div className={styles.refund}>
        <p>
          实付现金还可退 <YuanAmount amount={order.refundable} as={some ? 'price' : 'plain'} />。{order.refund_effect}
        </p>
        {order.refund_pending && <p>有一笔退款等待另一人审批，批准后到账。</p>}
        {some && !order.refund_pending && (
          <Button danger onClick={() => setOpen(true)}>
            退款给用户
          </Button>
        )}
      </div>
      {open && <RefundDialog order={order} onClose={() => setOpen(false)} />}
    </PagePanel>
  )
}

/** An order: payments, refunds, ledger entries, and the refund action. */
export default function OperatorOrderShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource} of={operatorOrders.get}>
      {(order) => (
        <ShowPanels>
          <OrderMoney order={order} entryPath={() => operatorPaths.entriesOf({ keyword: order.id })} />
          <OrderRefundPanel order={order} />
          <RowHistory resource={resource} id={order.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
