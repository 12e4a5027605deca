import controls from '#src/ui/controls.module.css'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './SmsItem.module.css'
import type { ReceivedMail } from './use-inbox.ts'

/** Opens the HTML form in a tab of its own, under the rules of this page. */
const openHtml = (html: string) =>
  window.open(URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' })), '_blank', 'noopener')

/** One e-mail as it was sent, in both forms. */
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
      <p className={styles.words}>
        <button
          type="button"
          className={`${controls.button} ${controls.plain} ${controls.small}`}
          onClick={() => openHtml(mail.html)}
        >
          HTML 版
        </button>
        {mail.unsubscribe !== null && '，可一键退订'}
      </p>
    </li>
  )
}
