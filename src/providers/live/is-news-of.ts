import { isOperatorAccess } from '#contract/access.ts'
import type { LiveResource, StreamMessage } from '#contract/stream.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import { paths } from '#src/paths.ts'

/**
 * Returns the stream resource of a console resource. All lists of the back office follow the changes that operators make, unless
 * they declare another.
 */
export const findEntryLive = ({ live, access }: Pick<ResourceEntry, 'live' | 'access'>): LiveResource | undefined =>
  live ?? (isOperatorAccess(access.list) ? 'back_office' : undefined)

/**
 * Returns whether a message may change what a stream resource shows. A notification that leads into the back office is news there: it
 * tells of a row that somebody who is no operator has written.
 */
export const isNewsOf = (message: StreamMessage, live: LiveResource): boolean => {
  if (message.type === 'reset') return true
  if (message.type === 'change') return message.resource === live
  if (message.type !== 'notification') return false
  return (
    live === 'notifications' || (live === 'back_office' && Boolean(message.notification.link?.startsWith(`${paths.operator}/`)))
  )
}
