import { Timeline } from 'antd'
import { payout_channels, payout_statuses, type WithdrawalDetail, withdrawal_steps } from '#contract/withdrawals.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './Withdrawal.module.css'

function Route({ type, parts }: Pick<WithdrawalDetail, 'type' | 'parts'>) {
  return (
    <Panel title={type === 1 ? '退回方式' : '收款方式'} flush>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <li key={part.id}>
            <span>
              {payout_channels[part.channel]}
              {part.paid_at && (
                <small>
                  <TimeText at={part.paid_at} /> 的充值
                </small>
              )}
            </span>
            <span>{payout_statuses[part.status]}</span>
            <Yuan amount={part.amount} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A withdrawal: where each part goes, and every step so far. */
export default function WithdrawalShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const { type, parts, steps, status } = row as unknown as WithdrawalDetail
        return (
          <Parts>
            <Route type={type} parts={parts} />
            <Panel title="处理进度" extra={status === 'pending' && '一般 1 个工作日内审核'}>
              <Timeline
                items={steps.map(({ step, at }) => ({
                  key: step,
                  children: (
                    <span className={styles.step}>
                      {withdrawal_steps[step]}
                      <TimeText at={at} />
                    </span>
                  ),
                }))}
              />
            </Panel>
          </Parts>
        )
      }}
    </Show>
  )
}
