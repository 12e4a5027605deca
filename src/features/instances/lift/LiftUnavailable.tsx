import { Alert } from 'antd'
import { Link } from 'react-router-dom'
import { isActionAllowed } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { paths } from '#src/paths.ts'

/** Why the configuration cannot be changed now, and the next step. */
export function LiftUnavailable({ instance, why_not: whyNot }: { instance: Instance; why_not: string }) {
  const expired = instance.charge_rule !== 'hour' && isActionAllowed('lift', instance.status)
  return (
    <Alert
      type="info"
      showIcon
      message={whyNot}
      description={
        expired ? (
          <>
            可以先<Link to={paths.instanceRenew({ id: instance.id })}>续费</Link>。
          </>
        ) : (
          <>
            到<Link to={paths.containerInstance(instance.id)}>实例页</Link>关机，停下来后这里会自动更新。
          </>
        )
      }
    />
  )
}
