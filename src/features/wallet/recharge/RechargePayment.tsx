import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { rechargeChannels } from '#contract/wallet.ts'
import nextSteps from '#src/admin/layout/next-steps.module.css'
import controls from '#src/ui/controls.module.css'
import { formatCountdown } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './Checkout.module.css'
import { useRechargeFormAddress } from './use-form-address.ts'
import type { RechargeDetail } from './use-recharge.ts'

const PayQrCode = lazyPart(() => import('./PayQrCode.tsx'))

interface Props {
  recharge: RechargeDetail
  pay_url: string
  /** Remaining seconds. */
  left: number
}

/** QR code with its remaining time, and a link as an alternative if the cashier is our own. */
export function RechargePayment({ recharge, pay_url: payUrl, left }: Props) {
  const form = useRechargeFormAddress(recharge)
  const address = new URL(payUrl, window.location.origin)
  const own = address.origin === window.location.origin
  return (
    <div className={styles.step}>
      <p className={styles.amount}>
        <YuanAmount amount={recharge.amount} as="price" />
      </p>
      {recharge.pay_way === 'page' ? (
        <>
          <p className={styles.hint}>在{rechargeChannels[recharge.channel]}的网页上付款，付好后回到这里</p>
          <a className={`${controls.button} ${controls.primary}`} href={address.href} target="_blank" rel="noopener noreferrer">
            打开{rechargeChannels[recharge.channel]}付款
          </a>
        </>
      ) : (
        <>
          <p className={styles.hint}>请用{rechargeChannels[recharge.channel]}扫码付款</p>
          <div className={styles.code} role="img" aria-label={`${rechargeChannels[recharge.channel]}付款二维码`}>
            <div aria-hidden="true">
              <Suspense fallback={<Skeleton width={232} height={232} />}>
                <PayQrCode address={address.href} />
              </Suspense>
            </div>
          </div>
        </>
      )}
      <p className={styles.left}>
        剩余 <b>{formatCountdown(left)}</b>，到账后本页自动更新
      </p>
      <div className={`${nextSteps.ways} ${styles.ways}`}>
        {own && (
          <a className={styles.cashier} href={address.href} target="_blank" rel="noopener noreferrer">
            打开收银台
            <Icon name="external" />
          </a>
        )}
        <Link to={form}>修改金额或支付方式</Link>
      </div>
    </div>
  )
}
