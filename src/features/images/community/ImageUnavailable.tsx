import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { communityImages } from '#contract/community.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { useAction } from '#src/admin/use-action.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** An image nobody can take any more; who kept it may let go of it. */
export function ImageUnavailable({ resource, id }: { resource: Resource; id: string }) {
  const navigate = useNavigate()
  const collected = resource.name === 'images-collected'
  const { run } = useAction(communityImages.star, {
    success: false,
    failed: '没有成功，请重试',
    onDone: () => navigate(resource.path, { replace: true }),
  })

  return (
    <>
      <PageHeading title="镜像已下线" trail={[{ label: resource.label, to: resource.path }]} />
      <PagePanel>
        <EmptyState
          title="这个镜像不存在或已下线"
          hint="不能再用它创建实例；正在使用它的实例照常运行和开机，数据不受影响。"
          action={
            <>
              <Button type="primary" onClick={() => void navigate(resource.path)}>
                返回{resource.label}
              </Button>
              {collected && id && (
                <Button onClick={() => void run({ params: { id }, body: { starred: false } })}>取消收藏</Button>
              )}
            </>
          }
        />
      </PagePanel>
    </>
  )
}
