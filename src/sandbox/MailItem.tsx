import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './SmsItem.module.css'
import type { ReceivedMail } from './use-inbox.ts'

/** One e-mail as it was sent. */
export function MailItem({ mail }: { mail: ReceivedMail }) {
  return (
    <li className={styles.sms}>
      <p className={styles.head}>
        <strong>{mail.subject}</strong>
        <TimeText at={mail.at} />
      </p>
      <p className={styles.words}>收件人 {mail.to}</p>
      <p className={styles.text}>{mail.text}</p>
      {mail.attachments.length > 0 && <p className={styles.words}>附件 {mail.attachments.join('、')}</p>}
    </li>
  )
}
