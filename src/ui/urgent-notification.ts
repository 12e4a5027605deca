import type { Notification, NotificationClass } from '#contract/notifications.ts'
import { paths } from '#src/paths.ts'

const urgentClasses: readonly NotificationClass[] = ['expiry', 'arrears', 'release']

/** Whether a notification tells of something that will be lost unless somebody acts; what leads to the recharge lacks money. */
export const isUrgentNotification = ({ class: of, link }: Pick<Notification, 'class' | 'link'>): boolean =>
  urgentClasses.includes(of) || link === paths.recharge
