import { type ReactNode, useEffect } from 'react'
import { rechargeChannels } from '#contract/wallet.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { serverInfoStore } from '#src/ui/server-info.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './CashierBill.module.css'
import type { CashierOrder } from './use-cashier.ts'

/** The slip on the counter: how much, by which way, under which number. */
export function CashierBill({ order, children }: { order: CashierOrder; children: ReactNode }) {
  const info = useStore(serverInfoStore)
  useEffect(() => {
    void serverInfoStore.load()
  }, [])

  return (
    <section className={styles.bill} aria-label="账单">
      <p className={styles.amount}>
        <span>¥</span>
        {formatYuan(order.amount)}
      </p>
      <dl className={styles.lines}>
        <div>
          <dt>收款方</dt>
          <dd>{info?.brand ?? '—'}</dd>
        </div>
        <div>
          <dt>支付方式</dt>
          <dd>{rechargeChannels[order.channel]}</dd>
        </div>
        <div>
          <dt>交易号</dt>
          <dd className={styles.mono}>{order.trade_no}</dd>
        </div>
      </dl>
      {children}
    </section>
  )
}
