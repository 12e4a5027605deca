import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useStarDataset } from '#src/features/datasets/use-star-dataset.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** One that was kept and is no longer public: no new instance can mount it. */
export function OfflineDataset({ id, from }: { id: string; from: { label: string; to: string } }) {
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
