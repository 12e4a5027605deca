import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import styles from './AccountMessage.module.css'
import { AccountSummary } from './AccountSummary.tsx'
import { NotificationChannels } from './NotificationChannels.tsx'
import { NotificationDeliveries } from './NotificationDeliveries.tsx'
import { NotificationPreferencePanel } from './NotificationPreferencePanel.tsx'
import { SubAccountTermsPanel } from './SubAccountTermsPanel.tsx'

/** Who I am at a glance, and how the platform reaches me (product §6). */
export default function AccountMessage() {
  return (
    <div className={frame.page}>
      <PageHeading title="账户信息" meaning="你的身份、钱包与拥有的东西，以及哪些消息用什么方式送到你手里。" />
      <div className={styles.panels}>
        <SubAccountTermsPanel />
        <AccountSummary />
        <NotificationPreferencePanel />
        <NotificationChannels />
        <NotificationDeliveries />
      </div>
    </div>
  )
}
