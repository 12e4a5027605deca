import { Button } from 'antd'
import { useState } from 'react'
import type { OperatorWithdrawalDetail, OperatorWithdrawalPart } from '#contract/operator/withdrawals.ts'
import { type PayoutStatus, payoutChannels, payoutStatuses } from '#contract/withdrawals.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { type PayoutPartAction, PayoutPartDialog } from './PayoutPartDialog.tsx'
import styles from './PayoutParts.module.css'

const statusStyles: StateStyles<PayoutStatus> = {
  held: { tone: 'neutral', icon: 'clock' },
  waiting: { tone: 'warning', icon: 'clock' },
  sent: { tone: 'primary', icon: 'refresh' },
  failed: { tone: 'danger', icon: 'warning' },
  done: { tone: 'success', icon: 'check' },
  returned: { tone: 'neutral', icon: 'undo' },
  released: { tone: 'neutral', icon: 'undo' },
}

/** What finance may do about a part now; a refund that may still go through is not paid a second time. */
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

/** The payments a withdrawal goes back to, or the payee, and how far each is. */
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
