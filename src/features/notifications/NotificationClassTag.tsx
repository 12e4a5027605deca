import { type Notification, type NotificationClass, notification_classes } from '#contract/notifications.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import { warns } from '#src/ui/urgent-notification.ts'

const looks: Record<NotificationClass, { icon: IconName; tone: Tone }> = {
  expiry: { icon: 'clock', tone: 'warning' },
  arrears: { icon: 'warning', tone: 'danger' },
  balance: { icon: 'wallet', tone: 'primary' },
  release: { icon: 'trash', tone: 'warning' },
  review: { icon: 'check', tone: 'primary' },
  activity: { icon: 'receipt', tone: 'primary' },
  system: { icon: 'info', tone: 'neutral' },
}

/** What a notification is about (product §8); a balance that runs out looks like what it means. */
export function ClassTag({ of }: { of: Pick<Notification, 'class' | 'link'> }) {
  const { icon, tone } = looks[of.class]
  return (
    <Tag icon={icon} tone={tone === 'primary' && warns(of) ? 'warning' : tone}>
      {notification_classes[of.class]}
    </Tag>
  )
}
