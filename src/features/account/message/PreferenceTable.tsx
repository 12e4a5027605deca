import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import {
  type NoticeChannel,
  type NoticePreferences,
  noticeChannels,
  notificationPreferences,
} from '#contract/notification-preferences.ts'
import { type NotificationClass, notificationClasses } from '#contract/notifications.ts'
import { useAction } from '#src/admin/use-action.ts'
import { buildEndpointKey, cacheAnswer, invalidateReads } from '#src/providers/data/endpoint-queries.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './NotificationPreferencePanel.module.css'

const channels = Object.keys(noticeChannels) as NoticeChannel[]
const classes = Object.keys(notificationClasses) as NotificationClass[]

type Rule = NoticePreferences['rules'][number]

const isSetUp = ({ sms, email, webhook }: NoticePreferences, channel: NoticeChannel): boolean =>
  ({ site: true, sms: sms.available, email: email.address !== null, webhook: webhook !== null })[channel]

/** A class a row, a channel a column. A switch is moved at once and back when it is refused. */
export function PreferenceTable({ preferences }: { preferences: NoticePreferences }) {
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

const isSameRule = (a: Rule, b: Rule): boolean => a.class === b.class && a.channel === b.channel
