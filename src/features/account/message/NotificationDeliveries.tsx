import { Button, Pagination } from 'antd'
import { useState } from 'react'
import {
  delivery_states,
  type NoticeDelivery,
  notice_channels,
  notification_preferences,
} from '#contract/notification-preferences.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import styles from './NotificationDeliveries.module.css'

const deliveries_shown = 10

const looks = {
  waiting: { tone: 'warning', icon: 'clock' },
  sent: { tone: 'success', icon: 'check' },
  dropped: { tone: 'neutral', icon: 'info' },
  dead: { tone: 'danger', icon: 'warning' },
} as const

function Delivery({ delivery }: { delivery: NoticeDelivery }) {
  const { id, channel, title, state, tries, error, next_try_at, created_at } = delivery
  const { run } = useAction(notification_preferences.retry, { failed: '重试失败' })
  return (
    <SettingRow
      title={title}
      state={
        <>
          <Tag>{notice_channels[channel]}</Tag>
          <Tag tone={looks[state].tone} icon={looks[state].icon}>
            {delivery_states[state]}
          </Tag>
        </>
      }
      action={state === 'dead' && tries > 1 && <Button onClick={() => void run({ params: { id } })}>重新投递</Button>}
    >
      <span className={styles.line}>
        <TimeText at={created_at} />
        {tries > 1 && <span>试了 {tries} 次</span>}
        {error && <span>{error}</span>}
        {state === 'waiting' && error && next_try_at && (
          <span>
            下次 <TimeText at={next_try_at} />
          </span>
        )}
      </span>
    </SettingRow>
  )
}

/** What went out by text message, e-mail and webhook, and what did not. */
export function Deliveries() {
  const [page, setPage] = useState(1)
  const query = { page, page_size: deliveries_shown }
  const { data, total, error, refetch } = useEndpoint(notification_preferences.deliveries, { query }, { keep: true })
  return (
    <Panel title="投递记录">
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
                  <Delivery key={delivery.id} delivery={delivery} />
                ))}
              </SettingRows>
              {total > deliveries_shown && (
                <Pagination
                  className={styles.pages ?? ''}
                  size="small"
                  current={page}
                  total={total}
                  pageSize={deliveries_shown}
                  showSizeChanger={false}
                  onChange={setPage}
                />
              )}
            </>
          )
        }
      </AsyncView>
    </Panel>
  )
}
