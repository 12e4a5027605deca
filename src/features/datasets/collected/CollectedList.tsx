import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { DataSetTabs } from '#src/features/datasets/DataSetTabs.tsx'

export default function CollectedList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<DataSetTabs />} />
}
