import { Button } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'

const QueueLink = lazyPart(() => import('#src/features/queue/QueueLink.tsx'))

/** Who waits for one, and the way to one more. */
export function InstanceTools() {
  const navigate = useNavigate()
  return (
    <>
      <Suspense fallback={null}>
        <QueueLink />
      </Suspense>
      <Button type="primary" icon={<Icon name="plus" />} onClick={() => void navigate(paths.createInstance())}>
        创建实例
      </Button>
    </>
  )
}
