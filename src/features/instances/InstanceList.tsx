import { Button } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '#src/admin/define-resource.ts'
import List from '#src/admin/list/List.tsx'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const QueueLink = lazyPart(() => import('#src/features/queue/QueueLink.tsx'))

/** The list, with the way to one more. */
export default function InstanceList({ resource }: { resource: Resource }) {
  const navigate = useNavigate()
  return (
    <List
      resource={resource}
      tools={
        <>
          <Suspense fallback={null}>
            <QueueLink />
          </Suspense>
          <Button type="primary" icon={<Icon name="plus" />} onClick={() => void navigate(paths.create_instance())}>
            创建实例
          </Button>
        </>
      }
    />
  )
}
