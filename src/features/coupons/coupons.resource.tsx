import { Link } from 'react-router-dom'
import { type Coupon, couponKinds, couponSources, couponStates, coupons, type CouponState as State } from '#contract/coupons.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { paths } from '#src/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { ClaimCentre } from './ClaimCentre.tsx'
import { toCouponScopeText } from './coupon-scope.ts'
import styles from './coupons.resource.module.css'

/** Remaining and face value of a voucher; for a coupon, whether it is still available. */
function CouponRemaining({ coupon: { remaining, face, state, spent } }: { coupon: Coupon }) {
  if (remaining === null || face === null) {
    if (state === 'used_up')
      return (
        <>
          省了 <YuanAmount amount={spent} />
        </>
      )
    return state === 'expired' ? '未使用' : '1 张'
  }
  return (
    <>
      <YuanAmount amount={remaining} />
      <span className={styles.quiet}>
        {' '}
        / <YuanAmount amount={face} />
      </span>
    </>
  )
}

const couponStateStyles: StateStyles<State> = {
  usable: { tone: 'success', icon: 'check' },
  used_up: { tone: 'neutral', icon: 'receipt' },
  expired: { tone: 'neutral', icon: 'close' },
  not_yet: { tone: 'warning', icon: 'clock' },
}

const CouponStateTag = ({ state }: { state: State }) => <StateTag state={state} looks={couponStateStyles} words={couponStates} />

/** A coupon as a card on a phone. */
function CouponCard({ coupon }: { coupon: Coupon }) {
  return (
    <div className={styles.card}>
      <h2>
        <Link to={paths.coupon(coupon.id)}>{coupon.name}</Link>
      </h2>
      <span className={styles.end}>
        <CouponStateTag state={coupon.state} />
      </span>
      <span className={styles.quiet}>{`${couponKinds[coupon.kind]} · ${coupon.terms}`}</span>
      <strong className={styles.end}>
        <CouponRemaining coupon={coupon} />
      </strong>
      <span className={styles.quiet}>{toCouponScopeText(coupon)}</span>
      <span className={`${styles.quiet} ${styles.end}`}>
        <TimeText at={coupon.valid_until} /> 到期
      </span>
    </div>
  )
}

/** The user's vouchers, which pay like money, and coupons, which apply to one order (product §5). */
export default defineResource({
  name: 'coupons',
  label: '优惠券',
  meaning: '代金券在扣费和付款时自动抵扣，最早到期的先用；满减券和折扣券在下单时选用，每单一张。都不能提现，也不能开票。',
  path: paths.coupons,
  nav: { group: 'cost', order: 30, icon: 'coupon' },
  api: { list: coupons.list, one: coupons.get },
  title: (coupon) => coupon.name,
  columns: [
    {
      field: 'name',
      title: '名称',
      below: ({ kind, terms }) => <CellSubline>{`${couponKinds[kind]} · ${terms}`}</CellSubline>,
    },
    { field: 'state', title: '状态', type: 'status', words: couponStates, looks: couponStateStyles },
    {
      field: 'remaining',
      title: '剩余',
      render: (coupon) => <CouponRemaining coupon={coupon} />,
      text: ({ remaining, spent }) => remaining ?? spent,
      align: 'end',
    },
    { field: 'scope', title: '适用范围', text: toCouponScopeText },
    { field: 'valid_until', title: '到期时间', type: 'time' },
    { field: 'claimed_at', title: '获得时间', type: 'time' },
  ],
  details: [
    { field: 'spent', title: '已抵扣或优惠', type: 'yuan', sign: true },
    { field: 'valid_from', title: '生效时间', type: 'time' },
    { field: 'how', title: '来源', type: 'word', words: couponSources },
    { field: 'kind', title: '类型', text: ({ kind, terms }) => `${couponKinds[kind]}，${terms}` },
  ],
  card: (coupon) => <CouponCard coupon={coupon} />,
  filters: { state: { label: '状态', options: couponStates }, kind: { label: '类型', options: couponKinds } },
  above: ClaimCentre,
  pages: { show: () => import('./CouponShow.tsx') },
  live: 'wallet',
  empty: { title: '还没有优惠券', hint: '在上方的领券中心领取，或输入兑换码兑换；平台发放的券也会出现在这里。' },
})
