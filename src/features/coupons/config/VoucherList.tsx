import { Checkbox } from 'antd'
import { Link } from 'react-router-dom'
import type { CouponConfig, CouponConfigForm } from '#contract/coupons.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CouponConfigPage.module.css'

interface Props {
  config: CouponConfig
  saving: boolean
  onSave: (form: CouponConfigForm) => void
}

/** Every voucher in the order in which they burn, with why one is not for this instance. */
export function VoucherList({ config, saving, onSave }: Props) {
  const forbidden = config.vouchers.filter(({ allowed }) => !allowed).map(({ coupon }) => coupon.id)
  const turn = (id: string, on: boolean) => {
    const next = on ? forbidden.filter((other) => other !== id) : [...forbidden, id]
    onSave({ mode: next.length === 0 ? 'all' : 'except', forbidden: next })
  }
  return (
    <ul className={styles.vouchers}>
      {config.vouchers.map(({ coupon, allowed, why_not: whyNot }) => {
        const position = config.order.indexOf(coupon.id) + 1
        return (
          <li key={coupon.id}>
            <Checkbox
              checked={allowed}
              disabled={saving || config.mode === 'none'}
              aria-label={`允许使用 ${coupon.name}`}
              onChange={({ target }) => turn(coupon.id, target.checked)}
            />
            <div className={styles.what}>
              <Link to={paths.coupon(coupon.id)}>{coupon.name}</Link>
              <span className={styles.quiet}>
                <TimeText at={coupon.valid_until} /> 到期
              </span>
              {whyNot.length > 0 && <span className={styles.why}>这台实例用不上：{whyNot.join('；')}</span>}
            </div>
            <span className={styles.turn}>{position > 0 && `第 ${position} 个用`}</span>
            <strong className={styles.left}>
              <YuanAmount amount={coupon.remaining ?? '0.00'} />
            </strong>
          </li>
        )
      })}
    </ul>
  )
}
