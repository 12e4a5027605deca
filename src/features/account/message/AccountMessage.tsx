import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeader } from '#src/admin/layout/PageHeading.tsx'
import styles from './AccountMessage.module.css'
import { Glance } from './AccountSummary.tsx'
import { Channels } from './NotificationChannels.tsx'
import { Deliveries } from './NotificationDeliveries.tsx'
import { Preferences } from './NotificationPreferencePanel.tsx'
import { OwnTerms } from './SubAccountTermsPanel.tsx'

/** Who I am at a glance, and how the platform reaches me (product §6). */
export default function AccountMessage() {
  return (
    <div className={frame.page}>
      <PageHeader title="账户信息" meaning="你的身份、钱包与拥有的东西，以及哪些消息用什么方式送到你手里。" />
      <div className={styles.panels}>
        <OwnTerms />
        <Glance />
        <Preferences />
        <Channels />
        <Deliveries />
      </div>
    </div>
  )
}
