import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { DatasetDetail } from '#contract/community.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { RowView } from '#src/admin/RowView.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { DatasetPage } from '#src/features/datasets/DatasetPage.tsx'
import { useStarDataset } from '#src/features/datasets/use-star-dataset.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** A starred data set that is no longer public; new instances cannot mount it. */
function OfflineDataset({ id, from }: { id: string; from: { label: string; to: string } }) {
  const navigate = useNavigate()
  const { busy, star } = useStarDataset(id)
  return (
    <>
      <PageHeading title="数据集已下线" trail={[from]} />
      <PagePanel>
        <EmptyState
          title="这个数据集已下线"
          hint="不能再挂载到新的实例；已经挂载它的实例不受影响。"
          action={
            <>
              <Button loading={busy} onClick={() => star(false)}>
                取消收藏
              </Button>
              <Button type="primary" onClick={() => void navigate(from.to)}>
                返回收藏
              </Button>
            </>
          }
        />
      </PagePanel>
    </>
  )
}

export default function CollectedDatasetShow({ resource }: { resource: Resource }) {
  const from = { label: resource.label, to: resource.path }
  return (
    <RowView resource={resource} gone={(id) => <OfflineDataset id={id} from={from} />}>
      {/* rows of this page are answers of `datasets.get` */}
      {(row) => <DatasetPage set={row as unknown as DatasetDetail} from={from} />}
    </RowView>
  )
}
