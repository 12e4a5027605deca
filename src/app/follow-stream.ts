import type { StreamMessage } from '#contract/stream.ts'
import { own_acts } from '#src/api/own-actions.ts'
import { paths } from '#src/paths.ts'
import { current_user } from '#src/session/current-user.ts'
import { live_stream } from '#src/session/live-stream.ts'
import { toast } from '#src/ui/toast.ts'
import { unread } from '#src/ui/unread.ts'
import { warns } from '#src/ui/urgent-notification.ts'

const touches = (message: StreamMessage, ...resources: string[]) =>
  message.type === 'reset' || (message.type === 'change' && resources.includes(message.resource))

/** Keeps what stands outside the lists fresh: the unread badge, the balance in the user card, and news as a toast. */
export const followStream = (go: (path: string) => void): (() => void) =>
  live_stream.subscribe((messages) => {
    for (const message of messages) {
      if (message.type === 'notification') {
        const { id, title, class: of } = message.notification
        const is_warning = warns(message.notification)
        if (!is_warning && own_acts.isEcho(of)) continue
        toast[is_warning ? 'warning' : 'info'](title, { key: id, action: { label: '查看', run: () => go(paths.message(id)) } })
      }
    }
    if (messages.some((message) => message.type === 'notification' || touches(message, 'notifications'))) void unread.refresh()
    if (messages.some((message) => touches(message, 'user', 'wallet'))) void current_user.load().catch(() => undefined)
  })
