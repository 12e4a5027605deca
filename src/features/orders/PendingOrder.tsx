import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { TopUp } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { formatCountdown } from '#src/ui/format-time.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './PendingOrder.module.css'

/** Pays an order that waits. The same key goes out until there is an answer, so that no click pays twice. */
function usePayOrder({ id }: Pick<OrderDetail, 'id'>) {
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(orders.pay, {
    pageTells: true,
    onDone: ({ data }) => data.instance_id && navigate(paths.containerInstance(data.instance_id)),
  })
  return { paying: pending, failure: failure ?? null, pay: () => void run({ params: { id } }) }
}

/** What is left to do: pay while the price holds, or find the money first. */
export function PendingOrder({ order }: { order: OrderDetail }) {
  const seconds = useSecondsUntil(order.expires_at ?? order.created_at)
  const { paying, failure, pay } = usePayOrder(order)
  if (seconds === 0) {
    return <Alert type="info" showIcon message="15 分钟内没有支付，订单即将关闭。没有扣过款，可以重新下单。" />
  }
  return (
    <PagePanel title="等待支付">
      <div className={styles.pending}>
        <p>
          价格还保留 <strong className={styles.clock}>{formatCountdown(seconds)}</strong>
          ，期间不占用 GPU。支付时重新检查库存，没有空闲卡就不会扣款。
        </p>
        {failure && <Alert type="error" showIcon message={`${failure.message}。没有扣款。`} />}
        {order.lacks ? (
          <div className={styles.row}>
            <span>
              余额还差 <YuanAmount amount={order.lacks} as="price" />
            </span>
            <TopUp amount={order.lacks} className={styles.link} />
          </div>
        ) : (
          <Button type="primary" size="large" className={styles.pay} loading={paying} onClick={pay}>
            支付 <YuanAmount amount={order.amount} />
          </Button>
        )}
      </div>
    </PagePanel>
  )
}
