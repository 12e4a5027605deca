import { Alert, Button } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { OrderMoney } from '#src/features/cost/shared.ts'
import { TopUp } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { formatCountdown } from '#src/ui/format-time.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './OrderShow.module.css'

/** Pays a pending order. The idempotency key is reused until an answer arrives, so no click pays twice. */
function usePayOrder({ id }: Pick<OrderDetail, 'id'>) {
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(orders.pay, {
    pageTells: true,
    onDone: ({ data }) => data.instance_id && navigate(paths.containerInstance(data.instance_id)),
  })
  return { paying: pending, failure: failure ?? null, pay: () => void run({ params: { id } }) }
}

/** Pending order: pay while the price holds, or recharge first. */
function PendingOrder({ order }: { order: OrderDetail }) {
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

/** Refund available now: amount, method and reason, with the rules applied to this order's figures. */
function RefundableNowPanel({ order: { status, back_now: backNow, instance_id: instanceId } }: { order: OrderDetail }) {
  const some = Number(backNow.amount) > 0
  return (
    <PagePanel title="现在退订能退多少">
      <div className={styles.back}>
        <p className={styles.amount}>
          <YuanAmount amount={backNow.amount} as={some ? 'price' : 'plain'} />
          <span>{backNow.how}</span>
        </p>
        <p>{backNow.why}</p>
        {some && instanceId && status === 'done' && (
          <Link to={paths.instanceConvertBill({ id: instanceId })}>看转换计费的报价</Link>
        )}
      </div>
    </PagePanel>
  )
}

/** An order billed by the hour: nothing was paid with it, the charges are in 消费明细. */
function MeteredOrder({ order: { back_now: backNow, instance_id: instanceId } }: { order: OrderDetail }) {
  return (
    <PagePanel title="费用">
      <div className={styles.back}>
        <p>
          {backNow.how}。{backNow.why}
        </p>
        {instanceId && <Link to={paths.consumptionOf({ instance_id: instanceId })}>查看这台实例的消费</Link>}
      </div>
    </PagePanel>
  )
}

const isMetered = ({ charge_rule: chargeRule, status, amount }: OrderDetail) =>
  chargeRule === 'hour' && (status === 'paid' || status === 'done') && amount === '0.00'

/** An order: pending payment, payments, refunds, and the refund available now. */
export default function OrderShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        // rows of this page are answers of `orders.get`
        const order = row as unknown as OrderDetail
        return (
          <ShowPanels>
            {order.status === 'pending' && <PendingOrder order={order} />}
            {isMetered(order) ? (
              <MeteredOrder order={order} />
            ) : (
              <>
                <OrderMoney order={order} entryPath={paths.incomeEntry} />
                <RefundableNowPanel order={order} />
              </>
            )}
          </ShowPanels>
        )
      }}
    </Show>
  )
}
