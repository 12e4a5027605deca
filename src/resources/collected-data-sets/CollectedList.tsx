import { DataSetTabs } from '#src/console/data-sets/DataSetTabs.tsx'
import List from '#src/console/generic/list/List.tsx'
import type { Resource } from '../define-resource.ts'

export default function CollectedList({ resource }: { resource: Resource }) {
  return <List resource={resource} above={<DataSetTabs />} />
}
