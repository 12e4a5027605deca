import type { NotificationProvider } from '@refinedev/core'
import { resultCodes } from '#contract/codes.ts'
import { toast } from '#src/ui/toast.ts'

/** Messages that the session itself shows. */
const sessionLostMessages: string[] = [resultCodes.signed_out.message, resultCodes.session_ended.message]

/**
 * Shows Refine's notifications as toasts. Errors show the server's message (requirements §8); a lost session has its own toast.
 */
export const notificationProvider: NotificationProvider = {
  open: ({ key, message, description, type, undoableTimeout = 5, cancelMutation }) => {
    const keyed = key ? { key } : {}
    if (type === 'success') toast.success(message, keyed)
    else if (type === 'progress') {
      const undo = cancelMutation && { label: '撤销', run: cancelMutation }
      toast.info(message, { ...keyed, action: undo, ms: undoableTimeout * 1000 })
    } else if (!sessionLostMessages.includes(description ?? '')) toast.error(description || message, keyed)
  },
  close: toast.close,
}
