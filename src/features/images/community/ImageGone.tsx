import { useInvalidate } from '@refinedev/core'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { community_images } from '#contract/community.ts'
import type { Resource } from '#src/admin/define-resource.ts'
import { PageHeader } from '#src/admin/layout/PageHeader.tsx'
import { Panel } from '#src/admin/layout/Panel.tsx'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { toast } from '#src/ui/toast.ts'

/** An image nobody can take any more; who kept it may let go of it. */
export function ImageGone({ resource, id }: { resource: Resource; id: string }) {
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const collected = resource.name === 'collected-images'
  const forget = async () => {
    try {
      await call(community_images.star, { params: { id }, body: { starred: false } })
      await invalidate({ resource: resource.name, invalidates: ['list'] })
      await navigate(resource.path, { replace: true })
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '没有成功，请重试')
    }
  }
  return (
    <>
      <PageHeader title="镜像已下线" trail={[{ label: resource.label, to: resource.path }]} />
      <Panel>
        <EmptyState
          title="这个镜像不存在或已下线"
          hint="不能再用它创建实例；正在使用它的实例照常运行和开机，数据不受影响。"
          action={
            <>
              <Button type="primary" onClick={() => void navigate(resource.path)}>
                返回{resource.label}
              </Button>
              {collected && id && <Button onClick={() => void forget()}>取消收藏</Button>}
            </>
          }
        />
      </Panel>
    </>
  )
}
