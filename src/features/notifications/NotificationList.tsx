import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { ReadAll } from './ReadAll.tsx'

/** The list, with one button for all of it. */
export default function NotificationList({ resource }: { resource: Resource }) {
  return <List resource={resource} tools={<ReadAll />} />
}
