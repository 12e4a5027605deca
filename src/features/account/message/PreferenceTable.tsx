import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import {
  type NoticeChannel,
  type NoticePreferences,
  notice_channels,
  notification_preferences,
} from '#contract/notification-preferences.ts'
import { type NotificationClass, notification_classes } from '#contract/notifications.ts'
import { useAction } from '#src/admin/use-action.ts'
import { endpointKey, invalidateReads, keepAnswer } from '#src/providers/data/endpoint-queries.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './NotificationPreferencePanel.module.css'

const channels = Object.keys(notice_channels) as NoticeChannel[]
const classes = Object.keys(notification_classes) as NotificationClass[]

type Rule = NoticePreferences['rules'][number]

const isSetUp = ({ sms, email, webhook }: NoticePreferences, channel: NoticeChannel): boolean =>
  ({ site: true, sms: sms.available, email: email.address !== null, webhook: webhook !== null })[channel]

/** A class a row, a channel a column. A switch is moved at once and back when it is refused. */
export function PreferenceTable({ preferences }: { preferences: NoticePreferences }) {
  const client = useQueryClient()
  const { run } = useAction(notification_preferences.set, { success: false, failed: '保存失败，请重试' })
  const set = async (changed: Rule) => {
    await client.cancelQueries({ queryKey: endpointKey(notification_preferences.get) })
    const rules = preferences.rules.map((rule) => (sameRule(rule, changed) ? changed : rule))
    keepAnswer(client, notification_preferences.get, {}, { ...preferences, rules })
    const { class: of, channel, enabled } = changed
    const done = await run({ body: { class: of, channel, enabled } })
    if (!done) void invalidateReads(client, ['notification/preference'])
  }

  const cell = (of: NotificationClass, channel: NoticeChannel) => {
    const rule = preferences.rules.find((one) => one.class === of && one.channel === channel)!
    const name = `${notification_classes[of]}：${notice_channels[channel]}`
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
              {notice_channels[channel]}
              {!isSetUp(preferences, channel) && <span className={styles.unset}>未设置</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {classes.map((of) => (
          <tr key={of}>
            <th scope="row">{notification_classes[of]}</th>
            {channels.map((channel) => (
              <td key={channel}>{cell(of, channel)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sameRule = (a: Rule, b: Rule): boolean => a.class === b.class && a.channel === b.channel
