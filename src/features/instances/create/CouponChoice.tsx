import type { CouponFit } from '#contract/coupons.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { ChoiceOption } from './ChoiceOption.tsx'
import styles from './CouponChoice.module.css'
import type { ResolvedDraft } from './resolve-draft.ts'
import type { ChangeDraft } from './use-draft.ts'

const isCoupon = ({ coupon }: CouponFit) => coupon.kind !== 'voucher'

interface Props {
  form: ResolvedDraft['form']
  fits: readonly CouponFit[] | undefined
  change: ChangeDraft
  onLeave: () => void
}

/** Coupons for this order: usable ones first with their saving, others with the reason. Vouchers apply automatically. */
export function CouponChoice({ form, fits, change, onLeave }: Props) {
  if (!fits || fits.length === 0) return null
  const offered = form.charge_rule === 'hour' ? [] : fits.filter(isCoupon)
  const usable = offered.filter((fit) => fit.fits)
  const unusable = offered.filter((fit) => !fit.fits)
  const vouchers = fits.filter((fit) => fit.fits && !isCoupon(fit))
  return (
    <fieldset className={styles.coupons}>
      <legend>优惠券</legend>
      {usable.length > 0 && (
        <ChoiceOption name="coupon" shape="row" checked={form.coupon_id === undefined} onChoose={onLeave}>
          <span>不使用</span>
        </ChoiceOption>
      )}
      {usable.map(({ coupon, saves }) => (
        <ChoiceOption
          key={coupon.id}
          name="coupon"
          shape="row"
          checked={form.coupon_id === coupon.id}
          onChoose={() => change({ coupon_id: coupon.id })}
        >
          <span className={styles.row}>
            <span>
              {coupon.name}
              <small>{coupon.terms}</small>
            </span>
            <span>
              省 <YuanAmount amount={saves} as="price" />
            </span>
          </span>
        </ChoiceOption>
      ))}
      {vouchers.length > 0 && (
        <p className={styles.quiet}>
          {form.charge_rule === 'hour' ? '运行时' : '付款时'}自动使用 {vouchers.length} 张代金券
          {vouchers.length > 1 && '，最早到期的先用'}。
        </p>
      )}
      {unusable.length > 0 && (
        <details className={styles.unusable}>
          <summary>{unusable.length} 张这次不能用</summary>
          <ul>
            {unusable.map(({ coupon, why_not: whyNot }) => (
              <li key={coupon.id}>
                {coupon.name}：{whyNot.join('；')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  )
}
