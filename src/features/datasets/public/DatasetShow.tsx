import type { DatasetDetail } from '#contract/community.ts'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { DatasetPage } from '#src/features/datasets/DatasetPage.tsx'

export default function DatasetShow({ resource }: { resource: Resource }) {
  return (
    <RowView resource={resource}>
      {/* rows of this page are answers of `datasets.get` */}
      {(row) => <DatasetPage set={row as unknown as DatasetDetail} from={{ label: resource.label, to: resource.path }} />}
    </RowView>
  )
}
