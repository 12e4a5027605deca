import type { DatasetDetail } from '#contract/community.ts'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { DatasetPage } from '#src/features/datasets/DatasetPage.tsx'
import { OfflineDataset } from './OfflineDataset.tsx'

export default function CollectedDatasetShow({ resource }: { resource: Resource }) {
  const from = { label: resource.label, to: resource.path }
  return (
    <RowView resource={resource} gone={(id) => <OfflineDataset id={id} from={from} />}>
      {/* rows of this page come from `datasets.get` */}
      {(row) => <DatasetPage set={row as unknown as DatasetDetail} from={from} />}
    </RowView>
  )
}
