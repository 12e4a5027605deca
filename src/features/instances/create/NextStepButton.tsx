import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { Quote } from '#contract/orders.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './NextStepButton.module.css'

interface Props {
  quote: Quote | undefined
  missing: string | null
  /** The form is complete and its price is known. */
  ready: boolean
  in_stock: boolean
  ordering: boolean
  onOrder: () => void
  /** Saves a package as an order to be paid later; null for pay-as-you-go, which has nothing to pay. */
  onSave: (() => void) | null
}

/** Reads the address at click time, because it is updated slightly before React re-renders. */
const getCurrentAddress = () => window.location.pathname + window.location.search

/** Primary button: places the order, or leads to the next missing requirement (requirements §1, product §5). */
export function NextStepButton({ quote, missing, ready, in_stock: inStock, ordering, onOrder, onSave }: Props) {
  const navigate = useNavigate()
  const user = useStore(currentUser)

  if (quote && !quote.real_name_passed) {
    const verify = () => void navigate(paths.certificationDetailsFor({ return: getCurrentAddress() }))
    return (
      <Button block size="large" type="primary" onClick={verify}>
        去实名认证
      </Button>
    )
  }
  if (quote && !quote.enough) {
    const recharge = () => void navigate(paths.rechargeFor({ amount: missing ?? undefined, return: getCurrentAddress() }))
    const may = user?.account_type !== 'sub'
    return (
      <div className={styles.lacking}>
        <Button block size="large" type="primary" disabled={!may} onClick={recharge}>
          {may ? '去充值' : '请联系主账号充值'}
        </Button>
        {onSave && (
          <>
            <Button block disabled={!ready} loading={ordering} onClick={onSave}>
              保存订单，稍后支付
            </Button>
            <p className={styles.note}>保存后价格保留 15 分钟，期间不占用 GPU；支付时会重新检查库存，没有空闲卡就不会扣款。</p>
          </>
        )}
      </div>
    )
  }
  return (
    <div className={styles.spend}>
      <Button block size="large" type="primary" className={styles.order} disabled={!ready} loading={ordering} onClick={onOrder}>
        {inStock ? '创建实例' : '空闲不足，排队或换规格'}
      </Button>
    </div>
  )
}
