import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import {
  type NoticeChannel,
  type NoticePreferences,
  noticeChannels,
  notificationPreferences,
} from '#contract/notification-preferences.ts'
import { type NotificationClass, notificationClasses } from '#contract/notifications.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { buildEndpointKey, cacheAnswer, invalidateReads } from '#src/providers/data/endpoint-queries.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import styles from './NotificationPreferencePanel.module.css'

const channels = Object.keys(noticeChannels) as NoticeChannel[]
const classes = Object.keys(notificationClasses) as NotificationClass[]

type Rule = NoticePreferences['rules'][number]

const isSetUp = ({ sms, email, webhook }: NoticePreferences, channel: NoticeChannel): boolean =>
  ({ site: true, sms: sms.available, email: email.address !== null, webhook: webhook !== null })[channel]

const isSameRule = (a: Rule, b: Rule): boolean => a.class === b.class && a.channel === b.channel

/** Shows one row per class and one column per channel. A switch changes optimistically and reverts on failure. */
function PreferenceTable({ preferences }: { preferences: NoticePreferences }) {
  const client = useQueryClient()
  const { run } = useAction(notificationPreferences.set, { success: false, failed: '保存失败，请重试' })
  const set = async (changed: Rule) => {
    await client.cancelQueries({ queryKey: buildEndpointKey(notificationPreferences.get) })
    const rules = preferences.rules.map((rule) => (isSameRule(rule, changed) ? changed : rule))
    cacheAnswer(client, notificationPreferences.get, {}, { ...preferences, rules })
    const { class: of, channel, enabled } = changed
    const done = await run({ body: { class: of, channel, enabled } })
    if (!done) void invalidateReads(client, ['notification/preference'])
  }

  const cell = (of: NotificationClass, channel: NoticeChannel) => {
    const rule = preferences.rules.find((one) => one.class === of && one.channel === channel)!
    const name = `${notificationClasses[of]}：${noticeChannels[channel]}`
    if (rule.fixed) return rule.enabled ? <Icon name="check" label={`${name}始终开启`} /> : <span title="没有这种消息">—</span>
    const there = isSetUp(preferences, channel)
    return (
      <Switch
        size="small"
        checked={there && rule.enabled}
        disabled={!there}
        aria-label={name}
        onChange={(enabled) => void set({ ...rule, enabled })}
      />
    )
  }

  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">类型</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {noticeChannels[channel]}
              {!isSetUp(preferences, channel) && <span className={styles.unset}>未设置</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {classes.map((of) => (
          <tr key={of}>
            <th scope="row">{notificationClasses[of]}</th>
            {channels.map((channel) => (
              <td key={channel}>{cell(of, channel)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Chooses the channels for each class of messages, and explains why some cannot be chosen. */
export function NotificationPreferencePanel() {
  const { data, error, refetch } = useEndpoint(notificationPreferences.get)
  return (
    <PagePanel title="消息偏好">
      <AsyncView
        data={data}
        error={error}
        errorTitle="消息偏好加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={7} columns={5} />}
      >
        {(preferences) => <PreferenceTable preferences={preferences} />}
      </AsyncView>
      <ul className={styles.notes}>
        <li>系统、欠费和释放消息在站内始终开启，平台对你的账号、余额和数据做过什么，都有记录可查。</li>
        <li>关闭站内通知后，消息仍保存在列表里，只是不计入未读，也不弹出提醒。</li>
        <li>短信只用于到期、欠费、释放和余额，每天最多 5 条。</li>
      </ul>
    </PagePanel>
  )
}
