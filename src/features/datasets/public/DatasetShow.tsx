import type { DataSetDetail } from '#contract/community.ts'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { DataSetPage } from '#src/features/datasets/DatasetPage.tsx'

export default function DataSetShow({ resource }: { resource: Resource }) {
  return (
    <RowView resource={resource}>
      {/* rows of this page come from `data_sets.get` */}
      {(row) => <DataSetPage set={row as unknown as DataSetDetail} from={{ label: resource.label, to: resource.path }} />}
    </RowView>
  )
}
