import List from '#src/console/generic/list/List.tsx'
import { PrivateTabs } from '#src/console/images/ImageTabs.tsx'
import type { Resource } from '../define-resource.ts'

export default function SharedImageList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<PrivateTabs />} />
}
