import { Link } from 'react-router-dom'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { walletNames } from '#contract/wallet.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { formatTimeExact } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './OrderMoney.module.css'

/** How an order was paid, its ledger entries, and its refunds. */
export function OrderMoney({ order, entryPath }: { order: OrderDetail; entryPath: (id: string) => string }) {
  const listPrice = formatFenAsYuan(parseYuanToFen(order.amount) + parseYuanToFen(order.discount))
  const cash = formatFenAsYuan(parseYuanToFen(order.amount) - parseYuanToFen(order.voucher))
  const unpaid = order.status === 'pending' || order.status === 'cancelled'
  const optionalLine = (name: string, amount: string) => (amount === '0.00' ? [] : [{ name, amount }])
  const lines = [
    { name: '原价', amount: listPrice },
    ...optionalLine('优惠券', order.discount === '0.00' ? order.discount : `-${order.discount}`),
    ...(unpaid ? [{ name: '应付', amount: order.amount }] : optionalLine('代金券支付', order.voucher)),
    ...(unpaid ? [] : [{ name: '现金支付', amount: cash }]),
    ...optionalLine('已退回余额', order.refunded),
  ]
  return (
    <PagePanel title={unpaid ? '金额' : '怎样支付的'}>
      <dl className={styles.lines}>
        {lines.map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <YuanAmount amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {order.entries.length + order.refunds.length > 0 && (
        <div className={styles.tables}>
          {order.entries.length > 0 && (
            <MoneyTable
              caption="收支明细中的行"
              heads={['收支明细', '钱包', '时间', '金额（元）']}
              numbers={3}
              rows={order.entries.map((entry) => ({
                key: entry.id,
                cells: [
                  <Link key="entry" to={entryPath(entry.id)}>
                    {entry.title}
                  </Link>,
                  walletNames[entry.wallet],
                  formatTimeExact(entry.at),
                  <YuanAmount key="amount" amount={entry.amount} as="flow" bare />,
                ],
              }))}
            />
          )}
          {order.refunds.length > 0 && (
            <MoneyTable
              caption="退款"
              heads={['退款原因', '时间', '退回余额（元）', '退回代金券（元）']}
              numbers={2}
              rows={order.refunds.map((refund) => ({
                key: refund.id,
                cells: [
                  refund.reason,
                  formatTimeExact(refund.at),
                  <YuanAmount key="cash" amount={refund.cash} bare />,
                  <YuanAmount key="voucher" amount={refund.voucher} bare />,
                ],
              }))}
            />
          )}
        </div>
      )}
    </PagePanel>
  )
}
