import { Form, Input, Modal } from 'antd'
import { type OperatorWithdrawalPart, operatorWithdrawals } from '#contract/operator/withdrawals.ts'
import { payoutChannels } from '#contract/withdrawals.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { useActions } from '#src/admin/use-action.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'

export type PayoutPartAction = 'paid' | 'retry' | 'give_back'

const effectTexts: Record<PayoutPartAction, (part: OperatorWithdrawalPart) => string> = {
  paid: ({ amount }) => `确认已在平台之外打款 ¥${formatYuan(amount)}。登记后这一笔冻结金额即视为已付，不能撤回。`,
  retry: ({ amount }) => `让支付渠道再退 ¥${formatYuan(amount)} 一次。退款号不变，最多退一次。`,
  give_back: ({ amount }) => `¥${formatYuan(amount)} 解冻并回到用户钱包，用户会收到原因。`,
}

const fields = {
  paid: { name: 'reference', label: '打款流水号', rule: operatorWithdrawals.paid.body.shape.reference },
  give_back: { name: 'reason', label: '原因', rule: operatorWithdrawals.give_back.body.shape.reason },
} as const

interface Props {
  id: string
  part: OperatorWithdrawalPart
  deed: PayoutPartAction
  label: string
  onClose: () => void
}

/** Says what happens to the money, asks for what is needed, and does it once. */
export function PayoutPartDialog({ id, part, deed, label, onClose }: Props) {
  const [form] = Form.useForm<Record<string, string>>()
  const field = deed === 'retry' ? undefined : fields[deed]

  const { send } = useActions({ onDone: onClose })
  const { submit, sending, failure } = useFormSubmit(form, ({ reference = '', reason = '' }: Record<string, string>) =>
    send(operatorWithdrawals[deed], { params: { id }, body: { part_id: part.id, reference, reason } }),
  )
  return (
    <Modal
      open
      title={`${label}：${payoutChannels[part.channel]} ¥${formatYuan(part.amount)}`}
      okText={label}
      okButtonProps={{ loading: sending, danger: deed === 'give_back' }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      <p>{effectTexts[deed](part)}</p>
      <Form form={form} layout="vertical" requiredMark={false} disabled={sending} onFinish={submit}>
        {failure && <FormFailure error={failure} fields={field ? [field.name] : []} />}
        {field && (
          <Form.Item
            name={field.name}
            label={field.label}
            rules={[createZodRule(field.rule)]}
            validateTrigger={['onBlur', 'onSubmit']}
          >
            <Input autoComplete="off" />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
