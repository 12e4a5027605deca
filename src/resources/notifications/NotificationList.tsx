import List from '#src/console/generic/list/List.tsx'
import type { Resource } from '../define-resource.ts'
import { ReadAll } from './ReadAll.tsx'

/** The list, with one button for all of it. */
export default function NotificationList({ resource }: { resource: Resource }) {
  return <List resource={resource} tools={<ReadAll />} />
}
