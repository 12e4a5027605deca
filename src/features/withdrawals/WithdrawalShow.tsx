import { Timeline } from 'antd'
import { payoutChannels, payoutStatuses, type WithdrawalDetail, withdrawalSteps } from '#contract/withdrawals.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './withdrawal.module.css'

function Route({ type, parts }: Pick<WithdrawalDetail, 'type' | 'parts'>) {
  return (
    <PagePanel title={type === 1 ? '退回方式' : '收款方式'} flush>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <li key={part.id}>
            <span>
              {payoutChannels[part.channel]}
              {part.paid_at && (
                <small>
                  <TimeText at={part.paid_at} /> 的充值
                </small>
              )}
            </span>
            <span>{payoutStatuses[part.status]}</span>
            <YuanAmount amount={part.amount} />
          </li>
        ))}
      </ul>
    </PagePanel>
  )
}

/** A withdrawal: destination of each part, and all steps so far. */
export default function WithdrawalShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const { type, parts, steps, status } = row as unknown as WithdrawalDetail
        return (
          <ShowPanels>
            <Route type={type} parts={parts} />
            <PagePanel title="处理进度" extra={status === 'pending' && '一般 1 个工作日内审核'}>
              <Timeline
                className={styles.progress ?? ''}
                items={steps.map(({ step, at }) => ({
                  key: step,
                  children: (
                    <span className={styles.step}>
                      {withdrawalSteps[step]}
                      <TimeText at={at} />
                    </span>
                  ),
                }))}
              />
            </PagePanel>
          </ShowPanels>
        )
      }}
    </Show>
  )
}
