import { type Notification, type NotificationClass, notificationClasses } from '#contract/notifications.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-styles.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { isUrgentNotification } from '#src/ui/urgent-notification.ts'

const classStyles: Record<NotificationClass, { icon: IconName; tone: Tone }> = {
  expiry: { icon: 'clock', tone: 'warning' },
  arrears: { icon: 'warning', tone: 'danger' },
  balance: { icon: 'wallet', tone: 'primary' },
  release: { icon: 'trash', tone: 'warning' },
  review: { icon: 'check', tone: 'primary' },
  activity: { icon: 'receipt', tone: 'primary' },
  system: { icon: 'info', tone: 'neutral' },
}

/** Tag with the class of a notification (product §8); a low balance gets a style that shows its urgency. */
export function NotificationClassTag({ of }: { of: Pick<Notification, 'class' | 'link'> }) {
  const { icon, tone } = classStyles[of.class]
  return (
    <ToneTag icon={icon} tone={tone === 'primary' && isUrgentNotification(of) ? 'warning' : tone}>
      {notificationClasses[of.class]}
    </ToneTag>
  )
}
