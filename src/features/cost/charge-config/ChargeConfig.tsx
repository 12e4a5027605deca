import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { BalanceAlert } from '#src/features/wallet/shared.ts'
import styles from './ChargeConfig.module.css'
import { ExpiryDefault } from './ExpiryDefault.tsx'

/** What happens to money by itself: at the end of a package, and when the balance runs low (product §5). */
export default function ChargeConfig() {
  return (
    <div className={frame.page}>
      <PageHeading title="计费设置" meaning="套餐到期之后怎么办，余额少到多少时提醒。" />
      <div className={styles.parts}>
        <ExpiryDefault />
        <BalanceAlert />
      </div>
    </div>
  )
}
