import type { Notification, NotificationClass } from '#contract/notifications.ts'
import { paths } from '#src/paths.ts'

const urgentClasses: readonly NotificationClass[] = ['expiry', 'arrears', 'release']

/** Returns whether something will be lost unless the user acts; a link to the recharge page means that money is missing. */
export const isUrgentNotification = ({ class: of, link }: Pick<Notification, 'class' | 'link'>): boolean =>
  urgentClasses.includes(of) || link === paths.recharge
