import { Button } from 'antd'
import { useState } from 'react'
import type { OperatorWithdrawalDetail, OperatorWithdrawalPart } from '#contract/operator/withdrawals.ts'
import { type PayoutStatus, payout_channels, payout_statuses } from '#contract/withdrawals.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { type Looks, TagOf } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import { type PartDeed, PartDialog } from './PayoutPartDialog.tsx'
import styles from './PayoutParts.module.css'

const looks: Looks<PayoutStatus> = {
  held: { tone: 'neutral', icon: 'clock' },
  waiting: { tone: 'warning', icon: 'clock' },
  sent: { tone: 'primary', icon: 'refresh' },
  failed: { tone: 'danger', icon: 'warning' },
  done: { tone: 'success', icon: 'check' },
  returned: { tone: 'neutral', icon: 'undo' },
  released: { tone: 'neutral', icon: 'undo' },
}

/** What finance may do about a part now; a refund that may still go through is not paid a second time. */
function deedsOf({ status, channel }: OperatorWithdrawalPart): PartDeed[] {
  if (status === 'failed') return ['retry', 'paid', 'give_back']
  return status === 'waiting' && (channel === 'bank' || channel === 'payee') ? ['paid', 'give_back'] : []
}

const deed_words: Record<PartDeed, string> = { paid: '登记打款', retry: '重新退款', give_back: '退回钱包' }

function factsOf({ payer_name, trade_no, reference, failure, tries }: OperatorWithdrawalPart): string {
  const facts = [
    payer_name && `付款户名 ${payer_name}`,
    trade_no && `商户订单号 ${trade_no}`,
    reference && `流水号 ${reference}`,
    failure && `${failure}${tries > 1 ? `（已试 ${tries} 次）` : ''}`,
  ]
  return facts.filter(Boolean).join('，')
}

/** The payments a withdrawal goes back to, or the payee, and how far each is. */
export function PayoutParts({ withdrawal }: { withdrawal: OperatorWithdrawalDetail }) {
  const [open, setOpen] = useState<{ part: OperatorWithdrawalPart; deed: PartDeed } | null>(null)
  return (
    <Panel title="去向" flush>
      <ul className={styles.parts}>
        {withdrawal.parts.map((part) => (
          <li key={part.id} className={styles.part}>
            <span className={styles.what}>
              <span>
                {payout_channels[part.channel]}
                {part.paid_at && (
                  <>
                    ，<TimeText at={part.paid_at} /> 充值
                  </>
                )}
              </span>
              <span className={styles.note}>{factsOf(part)}</span>
            </span>
            <span className={styles.amount}>
              <Yuan amount={part.amount} />
            </span>
            <span>
              <TagOf state={part.status} looks={looks} words={payout_statuses} />
            </span>
            <span className={styles.buttons}>
              {withdrawal.status === 'paying' &&
                deedsOf(part).map((deed) => (
                  <Button key={deed} size="small" danger={deed === 'give_back'} onClick={() => setOpen({ part, deed })}>
                    {deed_words[deed]}
                  </Button>
                ))}
            </span>
          </li>
        ))}
      </ul>
      {open && (
        <PartDialog
          id={withdrawal.id}
          part={open.part}
          deed={open.deed}
          label={deed_words[open.deed]}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}
