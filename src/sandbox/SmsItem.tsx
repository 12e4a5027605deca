import { limits } from '#contract/limits.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './SmsItem.module.css'
import { formatSmsPurpose } from './sms-purpose.ts'
import type { ReceivedSms } from './use-inbox.ts'

const minutes = limits.captchaValidSeconds / 60

/** One text message as the phone shows it. */
export function SmsItem({ sms }: { sms: ReceivedSms }) {
  return (
    <li className={styles.sms}>
      <p className={styles.head}>
        <strong>{sms.phone}</strong>
        <TimeText at={sms.at} />
      </p>
      {sms.text === undefined ? (
        <>
          <p className={styles.words}>
            {formatSmsPurpose(sms.type)}验证码，{minutes} 分钟内有效
          </p>
          <p className={styles.code}>
            <CopyText text={sms.code} label={`复制 ${sms.phone} 的验证码`} mono />
          </p>
        </>
      ) : (
        <p className={styles.text}>{sms.text}</p>
      )}
    </li>
  )
}
