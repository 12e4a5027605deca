import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { CommunityTabs } from '#src/features/images/ImageTabs.tsx'

export default function CollectedImageList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<CommunityTabs />} />
}
