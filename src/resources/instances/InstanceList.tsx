import { Button } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import List from '#src/console/generic/list/List.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { lazyPart } from '#src/kit/lazy-part.tsx'
import { paths } from '#src/paths.ts'
import type { Resource } from '../define-resource.ts'

const QueueLink = lazyPart(() => import('#src/console/queue/QueueLink.tsx'))

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
