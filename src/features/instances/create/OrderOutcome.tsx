import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import type { OrderFailure } from './use-create-order.ts'

const renderRequestId = (id: string | undefined): ReactNode =>
  id && (
    <>
      {' '}
      请求编号 <CopyText text={id} label="复制请求编号" mono />
    </>
  )

/** Explains why the last click placed no order, and whether retrying is safe. */
export function OrderOutcome({ outcome }: { outcome: OrderFailure }) {
  if (outcome.kind === 'no_free_gpu') return null
  if (outcome.kind === 'price_changed') {
    return <Alert type="info" showIcon message="价格或库存有变化，没有下单。请看过新的报价再确认。" />
  }
  const { message, request_id: requestId } = outcome.error
  if (outcome.kind === 'refused') {
    return (
      <Alert
        type="error"
        showIcon
        message={
          <>
            {message}。{renderRequestId(requestId)}
          </>
        }
      />
    )
  }
  return (
    <Alert
      type="warning"
      showIcon
      message={
        <>
          {message}。没有收到下单结果，再次点击会核对同一笔订单，不会重复扣款；也可以先
          <Link to={paths.myOrders}>查看订单</Link>。
        </>
      }
    />
  )
}
