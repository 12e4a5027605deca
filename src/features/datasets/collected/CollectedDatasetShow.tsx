import type { DataSetDetail } from '#contract/community.ts'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { DataSetPage } from '#src/features/datasets/DatasetPage.tsx'
import { OfflineDataSet } from './OfflineDataset.tsx'

export default function CollectedShow({ resource }: { resource: Resource }) {
  const from = { label: resource.label, to: resource.path }
  return (
    <RowView resource={resource} gone={(id) => <OfflineDataSet id={id} from={from} />}>
      {/* rows of this page come from `data_sets.get` */}
      {(row) => <DataSetPage set={row as unknown as DataSetDetail} from={from} />}
    </RowView>
  )
}
