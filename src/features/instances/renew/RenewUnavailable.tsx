import { Alert } from 'antd'
import { Link } from 'react-router-dom'
import { resultCodes } from '#contract/codes.ts'
import { paths } from '#src/paths.ts'

/** Why it cannot be renewed, and the ways out: by the hour it may wait for cards, or another one is created. */
export function RenewUnavailable({ id, code, message }: { id: string; code: string; message: string }) {
  const other = code === resultCodes.no_free_gpu.code || code === resultCodes.product_gone.code
  return (
    <Alert
      type={code ? 'warning' : 'info'}
      showIcon
      message={message}
      description={
        <>
          数据仍然保留。可以<Link to={paths.instanceConvertBill({ id })}>转换计费</Link>
          {other && (
            <>
              ，或<Link to={paths.createInstance()}>新建一台</Link>
            </>
          )}
          。
        </>
      }
    />
  )
}
