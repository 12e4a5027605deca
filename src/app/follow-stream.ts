import type { StreamMessage } from '#contract/stream.ts'
import { ownActions } from '#src/api/own-actions.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { toast } from '#src/ui/toast.ts'
import { unreadCount } from '#src/ui/unread.ts'
import { isUrgentNotification } from '#src/ui/urgent-notification.ts'

const isChangeOf = (message: StreamMessage, ...resources: string[]) =>
  message.type === 'reset' || (message.type === 'change' && resources.includes(message.resource))

/**
 * Updates everything outside the lists from the stream: the unread badge, the balance in the user card, and notification
 * toasts.
 */
export const startStreamUpdates = (go: (path: string) => void): (() => void) =>
  liveStream.subscribe((messages) => {
    for (const message of messages) {
      if (message.type === 'notification') {
        const { id, title, class: of } = message.notification
        const isWarning = isUrgentNotification(message.notification)
        if (!isWarning && ownActions.isEcho(of)) continue
        toast[isWarning ? 'warning' : 'info'](title, { key: id, action: { label: '查看', run: () => go(paths.message(id)) } })
      }
    }
    if (messages.some((message) => message.type === 'notification' || isChangeOf(message, 'notifications')))
      void unreadCount.refresh()
    if (messages.some((message) => isChangeOf(message, 'user', 'wallet'))) void currentUser.load().catch(() => undefined)
  })
