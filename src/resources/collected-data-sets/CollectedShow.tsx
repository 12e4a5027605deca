import type { DataSetDetail } from '#contract/community.ts'
import { DataSetPage } from '#src/console/data-sets/DataSetPage.tsx'
import { RowView } from '#src/console/generic/RowView.tsx'
import type { Resource } from '../define-resource.ts'
import { OfflineDataSet } from './OfflineDataSet.tsx'

export default function CollectedShow({ resource }: { resource: Resource }) {
  const from = { label: resource.label, to: resource.path }
  return (
    <RowView resource={resource} gone={(id) => <OfflineDataSet id={id} from={from} />}>
      {/* rows of this page come from `data_sets.get` */}
      {(row) => <DataSetPage set={row as unknown as DataSetDetail} from={from} />}
    </RowView>
  )
}
