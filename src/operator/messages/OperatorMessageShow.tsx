import type { Resource } from '#src/admin/resource.ts'
import { NotificationShow } from '#src/features/notifications/shared.ts'

/** One notification; opening it marks it as read. */
export default function OperatorMessageShow({ resource }: { resource: Resource }) {
  return <NotificationShow resource={resource} />
}
