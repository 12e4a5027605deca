import { Button } from 'antd'
import { useState } from 'react'
import {
  deliveryStates,
  type NoticeDelivery,
  noticeChannels,
  notificationPreferences,
} from '#contract/notification-preferences.ts'
import frame from '#src/admin/layout/form-page.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { SmallPagination } from '#src/admin/SmallPagination.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import styles from './AccountMessage.module.css'
import { AccountSummary } from './AccountSummary.tsx'
import { NotificationChannels } from './NotificationChannels.tsx'
import { NotificationPreferencePanel } from './NotificationPreferencePanel.tsx'
import { SubAccountTermsPanel } from './SubAccountTermsPanel.tsx'

const deliveriesShown = 10

const statusStyles = {
  waiting: { tone: 'warning', icon: 'clock' },
  sent: { tone: 'success', icon: 'check' },
  dropped: { tone: 'neutral', icon: 'info' },
  dead: { tone: 'danger', icon: 'warning' },
} as const

function DeliveryRow({ delivery }: { delivery: NoticeDelivery }) {
  const { id, channel, title, state, tries, error, next_try_at: nextTryAt, created_at: createdAt } = delivery
  const { run } = useAction(notificationPreferences.retry, { failed: '重试失败' })
  return (
    <SettingRow
      title={title}
      state={
        <>
          <ToneTag>{noticeChannels[channel]}</ToneTag>
          <ToneTag tone={statusStyles[state].tone} icon={statusStyles[state].icon}>
            {deliveryStates[state]}
          </ToneTag>
        </>
      }
      action={state === 'dead' && tries > 1 && <Button onClick={() => void run({ params: { id } })}>重新投递</Button>}
    >
      <span className={styles.line}>
        <TimeText at={createdAt} />
        {tries > 1 && <span>试了 {tries} 次</span>}
        {error && <span>{error}</span>}
        {state === 'waiting' && error && nextTryAt && (
          <span>
            下次 <TimeText at={nextTryAt} />
          </span>
        )}
      </span>
    </SettingRow>
  )
}

/** Log of text messages, e-mails and webhook calls, sent and failed. */
function NotificationDeliveries() {
  const [page, setPage] = useState(1)
  const query = { page, page_size: deliveriesShown }
  const { data, total, error, refetch } = useEndpoint(notificationPreferences.deliveries, { query }, { keep: true })
  return (
    <PagePanel title="投递记录">
      <AsyncView
        data={data}
        error={error}
        errorTitle="投递记录加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={3} columns={3} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className={styles.none}>还没有发出过短信、邮件或 Webhook。设置渠道之后，每条是否送达都记在这里，保留 30 天。</p>
          ) : (
            <>
              <SettingRows>
                {rows.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} />
                ))}
              </SettingRows>
              <SmallPagination className={styles.pages} page={page} pageSize={deliveriesShown} total={total} onPage={setPage} />
            </>
          )
        }
      </AsyncView>
    </PagePanel>
  )
}

/** Account summary and notification settings (product §6). */
export default function AccountMessage() {
  return (
    <div className={frame.page}>
      <PageHeading title="账户信息" meaning="身份、余额与名下资源，以及消息用什么方式通知你。" />
      <div className={styles.panels}>
        <SubAccountTermsPanel />
        <AccountSummary />
        <NotificationPreferencePanel />
        <NotificationChannels />
        <NotificationDeliveries />
      </div>
    </div>
  )
}
