import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Order } from '#contract/orders.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { PurchaseResult } from '#src/admin/layout/PurchaseResult.tsx'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

interface Props {
  title: string
  orders: readonly Order[]
  /** New end date of what the order was for; null for no end date, undefined if the order does not say. */
  untilOf?: (order: Order) => string | null | undefined
  /** Amount refunded to the balance. */
  back?: string
  /** The instance, if the order was for a single one. */
  id?: string | undefined
  children?: ReactNode
}

const zeroAmount = '0.00'

/** Result of an order, with links to the order and back to the instance. */
export function OrderResult({ title, orders, untilOf, back = zeroAmount, id, children }: Props) {
  const navigate = useNavigate()
  const facts = orders.flatMap((order) => {
    const until = untilOf?.(order)
    const what = (
      <>
        <Link to={paths.myOrder(order.id)}>{order.title}</Link>
        <small>订单 {order.id}</small>
      </>
    )
    return [
      {
        key: order.id,
        name: what,
        value: (order.amount !== zeroAmount || back === zeroAmount) && <YuanAmount amount={order.amount} />,
      },
      ...(until === undefined
        ? []
        : [{ key: `${order.id} until`, name: '新的到期时间', value: <TimeText at={until} none="不到期，关机即停" /> }]),
    ]
  })
  return (
    <PagePanel>
      <PurchaseResult
        title={title}
        facts={
          back === zeroAmount
            ? facts
            : [...facts, { key: 'back', name: '退回余额', value: <YuanAmount amount={back} as="flow" /> }]
        }
        ways={
          <>
            <Button type="primary" onClick={() => void navigate(id ? paths.containerInstance(id) : paths.containerInstances)}>
              {id ? '返回实例' : '返回实例列表'}
            </Button>
            <Button type="link" onClick={() => void navigate(paths.incomeDetail)}>
              查看收支明细
            </Button>
          </>
        }
      >
        {children}
      </PurchaseResult>
    </PagePanel>
  )
}
