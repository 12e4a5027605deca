import frame from '#src/admin/layout/FormPage.module.css'
import { PageHeader } from '#src/admin/layout/PageHeader.tsx'
import styles from './AccountMessage.module.css'
import { Channels } from './Channels.tsx'
import { Deliveries } from './Deliveries.tsx'
import { Glance } from './Glance.tsx'
import { OwnTerms } from './OwnTerms.tsx'
import { Preferences } from './Preferences.tsx'

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
