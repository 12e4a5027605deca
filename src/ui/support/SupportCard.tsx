import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { QrCode } from './QrCode.tsx'
import styles from './SupportCard.module.css'
import { useSupport } from './use-support.ts'

/** Contacts of the support: QR code, its link, phone and e-mail, as far as configured (requirements §1). */
export default function SupportCard() {
  const support = useSupport()
  const code = support ? support.qrcodes.service : undefined
  const { phone, email } = support?.contact ?? {}
  return (
    <div className={styles.card}>
      <strong className={styles.title}>1v1 支持</strong>
      <p className={styles.text}>选型、报价与使用中的问题，由顾问一对一回答。</p>
      {code !== null && <QrCode code={code} caption="微信扫码，联系客服" sample="示例码，打开沙箱页" />}
      <ul className={styles.ways}>
        {code?.link && (
          <li>
            <a href={code.link} target="_blank" rel="noopener noreferrer">
              打开在线客服
              <Icon name="external" label="在新窗口打开" />
            </a>
          </li>
        )}
        {phone && (
          <li>
            <a href={`tel:${phone}`}>{phone}</a>
          </li>
        )}
        {email && (
          <li>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
        <li>
          <Link to={paths.aboutUs}>全部联系方式</Link>
        </li>
      </ul>
    </div>
  )
}
