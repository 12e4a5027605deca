import { Button } from 'antd'
import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { QueueLink } from '#src/features/queue/shared.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

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
