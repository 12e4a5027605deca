import List from '#src/console/generic/list/List.tsx'
import { CommunityTabs } from '#src/console/images/ImageTabs.tsx'
import type { Resource } from '../define-resource.ts'

export default function CollectedImageList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<CommunityTabs />} />
}
