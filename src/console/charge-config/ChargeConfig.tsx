import BalanceAlert from '../burn/BalanceAlert.tsx'
import frame from '../layout/FormPage.module.css'
import { PageHeader } from '../layout/PageHeader.tsx'
import styles from './ChargeConfig.module.css'
import { ExpiryDefault } from './ExpiryDefault.tsx'

/** What happens to money by itself: at the end of a package, and when the balance runs low (product §5). */
export default function ChargeConfig() {
  return (
    <div className={frame.page}>
      <PageHeader title="计费设置" meaning="套餐到期之后怎么办，余额少到多少时提醒。" />
      <div className={styles.parts}>
        <ExpiryDefault />
        <BalanceAlert />
      </div>
    </div>
  )
}
