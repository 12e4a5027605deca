import { Alert } from 'antd'
import { Link } from 'react-router-dom'
import { isAllowed } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { paths } from '#src/paths.ts'

/** Why the configuration cannot be changed now, and the next step. */
export function NotNow({ instance, why_not }: { instance: Instance; why_not: string }) {
  const expired = instance.charge_rule !== 'hour' && isAllowed('lift', instance.status)
  return (
    <Alert
      type="info"
      showIcon
      message={why_not}
      description={
        expired ? (
          <>
            可以先<Link to={paths.instance_renew({ id: instance.id })}>续费</Link>。
          </>
        ) : (
          <>
            到<Link to={paths.container_instance(instance.id)}>实例页</Link>关机，停下来后这里会自动更新。
          </>
        )
      }
    />
  )
}
