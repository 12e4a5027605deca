import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { PrivateTabs } from '#src/features/images/ImageTabs.tsx'

export default function PrivateImageList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<PrivateTabs />} />
}
