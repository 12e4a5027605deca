import type { DataSetDetail } from '#contract/community.ts'
import { DataSetPage } from '#src/console/data-sets/DataSetPage.tsx'
import { RowView } from '#src/console/generic/RowView.tsx'
import type { Resource } from '../define-resource.ts'

export default function DataSetShow({ resource }: { resource: Resource }) {
  return (
    <RowView resource={resource}>
      {/* rows of this page come from `data_sets.get` */}
      {(row) => <DataSetPage set={row as unknown as DataSetDetail} from={{ label: resource.label, to: resource.path }} />}
    </RowView>
  )
}
