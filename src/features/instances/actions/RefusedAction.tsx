import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import type { Instance } from '#contract/instances.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { MissingBalance } from './MissingBalance.tsx'
import { NoFreeHost } from './NoFreeHost.tsx'
import type { InputAction, PowerActionName } from './power-actions.ts'

/** The next step after a refusal, where there is one. */
const nextSteps: Record<string, (instance: Instance) => ReactNode> = {
  [resultCodes.insufficient_balance.code]: (instance) => <MissingBalance instance={instance} />,
  [resultCodes.no_free_gpu.code]: ({ product_id: productId, flavor }) => (
    <>
      数据在原来的主机上，需等那台主机空出 GPU 后再开机。可以排队等候或无卡开机；急用时可以
      <Link to={paths.createInstance({ product_id: productId, gpu_num: flavor.gpu_num })}>新建一台</Link>，或
      <Link to={paths.market}>查看算力市场</Link>。
    </>
  ),
  [resultCodes.package_disk.code]: ({ id }) => (
    <>
      去<Link to={paths.instanceLift({ id })}>升降配置</Link>，按剩余时间补差价后即可扩容，数据保留。
    </>
  ),
  [resultCodes.package_expired.code]: ({ id }) => (
    <>
      数据仍然保留。可以<Link to={paths.instanceRenew({ id })}>续费</Link>，或
      <Link to={paths.instanceConvertBill({ id })}>转为按量计费</Link>后再开机。
    </>
  ),
}

interface Props {
  action: PowerActionName | InputAction
  error: ApiError
  instance: Instance
  onClose: () => void
}

/** Why an action was not done, and what to do about it. */
export function RefusedAction({ action, error, instance, onClose }: Props) {
  const request = error.status >= 500 && error.request_id && (
    <>
      请求编号 <CopyText text={error.request_id} label="复制请求编号" mono />
    </>
  )
  return (
    <>
      <Alert type="warning" showIcon message={error.message} description={nextSteps[error.code]?.(instance) ?? request} />
      {action === 'start' && error.code === resultCodes.no_free_gpu.code && <NoFreeHost instance={instance} onClose={onClose} />}
    </>
  )
}
