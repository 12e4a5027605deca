import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import {
  type OperatorWithdrawalDetail,
  type OperatorWithdrawalPart,
  operatorWithdrawals,
} from '#contract/operator/withdrawals.ts'
import { type PayoutStatus, payoutChannels, payoutStatuses } from '#contract/withdrawals.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useActions } from '#src/admin/use-action.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './PayoutParts.module.css'

type PayoutPartAction = 'paid' | 'retry' | 'give_back'

const effectTexts: Record<PayoutPartAction, (part: OperatorWithdrawalPart) => string> = {
  paid: ({ amount }) => `确认已在平台之外打款 ¥${formatYuan(amount)}。登记后这一笔冻结金额即视为已付，不能撤回。`,
  retry: ({ amount }) => `让支付渠道再退 ¥${formatYuan(amount)} 一次。退款号不变，最多退一次。`,
  give_back: ({ amount }) => `¥${formatYuan(amount)} 解冻并回到用户钱包，用户会收到原因。`,
}

const fields = {
  paid: { name: 'reference', label: '打款流水号', rule: operatorWithdrawals.paid.body.shape.reference },
  give_back: { name: 'reason', label: '原因', rule: operatorWithdrawals.give_back.body.shape.reason },
} as const

interface PayoutPartDialogProps {
  id: string
  part: OperatorWithdrawalPart
  deed: PayoutPartAction
  label: string
  onClose: () => void
}

/** Explains what happens to the money, asks for the required input, and submits exactly once. */
function PayoutPartDialog({ id, part, deed, label, onClose }: PayoutPartDialogProps) {
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
          <Form.Item name={field.name} label={field.label} rules={[createZodRule(field.rule)]} validateTrigger={validateOnBlur}>
            <Input autoComplete="off" />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

const statusStyles: StateStyles<PayoutStatus> = {
  held: { tone: 'neutral', icon: 'clock' },
  waiting: { tone: 'warning', icon: 'clock' },
  sent: { tone: 'primary', icon: 'refresh' },
  failed: { tone: 'danger', icon: 'warning' },
  done: { tone: 'success', icon: 'check' },
  returned: { tone: 'neutral', icon: 'undo' },
  released: { tone: 'neutral', icon: 'undo' },
}

/** Current actions of finance on a part; a refund that may still succeed is not paid again. */
function listPartActions({ status, channel }: OperatorWithdrawalPart): PayoutPartAction[] {
  if (status === 'failed') return ['retry', 'paid', 'give_back']
  return status === 'waiting' && (channel === 'bank' || channel === 'payee') ? ['paid', 'give_back'] : []
}

const actionLabels: Record<PayoutPartAction, string> = { paid: '登记打款', retry: '重新退款', give_back: '退回钱包' }

function formatPartDetails({
  payer_name: payerName,
  trade_no: tradeNo,
  reference,
  failure,
  tries,
}: OperatorWithdrawalPart): string {
  const facts = [
    payerName && `付款户名 ${payerName}`,
    tradeNo && `商户订单号 ${tradeNo}`,
    reference && `流水号 ${reference}`,
    failure && `${failure}${tries > 1 ? `（已试 ${tries} 次）` : ''}`,
  ]
  return facts.filter(Boolean).join('，')
}

/** The payments refunded by a withdrawal, or the payee, with the status of each. */
export function PayoutParts({ withdrawal }: { withdrawal: OperatorWithdrawalDetail }) {
  const [open, setOpen] = useState<{ part: OperatorWithdrawalPart; deed: PayoutPartAction } | null>(null)
  return (
    <PagePanel title="去向" flush>
      <ul className={styles.parts}>
        {withdrawal.parts.map((part) => (
          <li key={part.id} className={styles.part}>
            <span className={styles.what}>
              <span>
                {payoutChannels[part.channel]}
                {part.paid_at && (
                  <>
                    ，<TimeText at={part.paid_at} /> 充值
                  </>
                )}
              </span>
              <span className={styles.note}>{formatPartDetails(part)}</span>
            </span>
            <span className={styles.amount}>
              <YuanAmount amount={part.amount} />
            </span>
            <span>
              <StateTag state={part.status} looks={statusStyles} words={payoutStatuses} />
            </span>
            <span className={styles.buttons}>
              {withdrawal.status === 'paying' &&
                listPartActions(part).map((deed) => (
                  <Button key={deed} size="small" danger={deed === 'give_back'} onClick={() => setOpen({ part, deed })}>
                    {actionLabels[deed]}
                  </Button>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {open && (
        <PayoutPartDialog
          id={withdrawal.id}
          part={open.part}
          deed={open.deed}
          label={actionLabels[open.deed]}
          onClose={() => setOpen(null)}
        />
      )}
    </PagePanel>
  )
}
