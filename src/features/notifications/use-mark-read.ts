import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notifications } from '#contract/notifications.ts'
import { callEndpoint } from '#src/api/call.ts'
import { patchRows } from '#src/providers/live/patch-rows.ts'
import { unreadCount } from '#src/ui/unread.ts'

/**
 * Seeing a notification is reading it: list and bell say so at once. When the call fails it is unread again, and the next
 * look tries again.
 */
export function useMarkRead({ id, read }: { id: string; read: boolean }): void {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const tried = useRef<string>(undefined)
  useEffect(() => {
    if (read || tried.current === id) return
    tried.current = id
    const show = (seen: boolean) => {
      patchRows(client, 'notifications', [{ id, read: seen }])
      unreadCount.add(seen ? -1 : 1)
    }
    show(true)
    callEndpoint(notifications.read, { body: { ids: [id] } }).then(
      () => Promise.all([unreadCount.refresh(), invalidate({ resource: 'notifications', invalidates: ['list', 'detail'], id })]),
      () => show(false),
    )
  }, [id, read, client, invalidate])
}
