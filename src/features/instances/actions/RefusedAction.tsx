import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { codes } from '#contract/codes.ts'
import type { Instance } from '#contract/instances.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { LackOfMoney } from './MissingBalance.tsx'
import { NoFreeHost } from './NoFreeHost.tsx'
import type { PowerAction, WorkAction } from './power-actions.ts'

/** The next step after a refusal, where there is one. */
const nextSteps: Record<string, (instance: Instance) => ReactNode> = {
  [codes.insufficient_balance.code]: (instance) => <LackOfMoney instance={instance} />,
  [codes.no_free_gpu.code]: ({ product_id, flavor }) => (
    <>
      数据在原来的主机上，需等那台主机空出 GPU 后再开机。可以排队等候或无卡开机；急用时可以
      <Link to={paths.create_instance({ product_id, gpu_num: flavor.gpu_num })}>新建一台</Link>，或
      <Link to={paths.market}>查看算力市场</Link>。
    </>
  ),
  [codes.package_disk.code]: ({ id }) => (
    <>
      去<Link to={paths.instance_lift({ id })}>升降配置</Link>，按剩余时间补差价后即可扩容，数据保留。
    </>
  ),
  [codes.package_expired.code]: ({ id }) => (
    <>
      数据仍然保留。可以<Link to={paths.instance_renew({ id })}>续费</Link>，或
      <Link to={paths.instance_convert_bill({ id })}>转为按量计费</Link>后再开机。
    </>
  ),
}

interface Props {
  action: PowerAction | WorkAction
  error: ApiError
  instance: Instance
  onClose: () => void
}

/** Why an action was not done, and what to do about it. */
export function Refused({ action, error, instance, onClose }: Props) {
  const request = error.status >= 500 && error.request_id && (
    <>
      请求编号 <CopyText text={error.request_id} label="复制请求编号" mono />
    </>
  )
  return (
    <>
      <Alert type="warning" showIcon message={error.message} description={nextSteps[error.code]?.(instance) ?? request} />
      {action === 'start' && error.code === codes.no_free_gpu.code && <NoFreeHost instance={instance} onClose={onClose} />}
    </>
  )
}
