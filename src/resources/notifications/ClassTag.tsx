import { type NotificationClass, notification_classes } from '#contract/notifications.ts'
import type { IconName } from '#src/kit/Icon.tsx'
import type { Tone } from '#src/kit/status-looks.ts'
import { Tag } from '#src/kit/Tag.tsx'

const looks: Record<NotificationClass, { icon: IconName; tone: Tone }> = {
  expiry: { icon: 'clock', tone: 'warning' },
  arrears: { icon: 'warning', tone: 'danger' },
  balance: { icon: 'wallet', tone: 'success' },
  release: { icon: 'trash', tone: 'warning' },
  review: { icon: 'check', tone: 'primary' },
  activity: { icon: 'receipt', tone: 'primary' },
  system: { icon: 'info', tone: 'neutral' },
}

/** What a notification is about (product §8). */
export function ClassTag({ of }: { of: NotificationClass }) {
  return (
    <Tag icon={looks[of].icon} tone={looks[of].tone}>
      {notification_classes[of]}
    </Tag>
  )
}
