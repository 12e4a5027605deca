import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { findReturnLink } from '#src/admin/return-link.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { BalancePanel } from './BalancePanel.tsx'
import { Checkout } from './Checkout.tsx'
import { RecentRecharges } from './RecentRecharges.tsx'
import { RechargeForm } from './RechargeForm.tsx'
import styles from './RechargePage.module.css'

const BalanceAlertPanel = lazyPart(() => import('#src/features/wallet/spend-rate/BalanceAlertPanel.tsx'))

/** Puts money into the wallet. The address says what is being paid, so a reload goes on where it was. */
export default function RechargePage() {
  const [search] = useSearchParams()
  const order = search.get('order')
  const back = findReturnLink(search)
  return (
    <div className={frame.page}>
      <PageHeading
        title="充值"
        meaning="到账的金额先抵扣欠费；已关机的实例不会自动开机。"
        actions={
          back && (
            <Link className={styles.back} to={back.to}>
              {back.label.startsWith('返回') && <Icon name="chevron" className={styles.backwards} />}
              {back.label}
              {!back.label.startsWith('返回') && <Icon name="chevron" />}
            </Link>
          )
        }
      />
      <div className={styles.columns}>
        <div className={styles.main}>{order ? <Checkout key={order} id={order} back={back} /> : <RechargeForm />}</div>
        <div className={styles.side}>
          <BalancePanel />
          <div className={styles.alert}>
            <Suspense fallback={null}>
              <BalanceAlertPanel />
            </Suspense>
          </div>
        </div>
        <RecentRecharges />
      </div>
    </div>
  )
}
