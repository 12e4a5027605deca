import type { Qrcode } from '#contract/platform.ts'
import { toApiUrl } from '#src/api/api-host.ts'
import styles from './QrCode.module.css'

interface Props {
  /** Undefined until the server info has loaded. */
  code: Qrcode | undefined
  /** What the scan does, for example 微信扫码，联系客服. */
  caption: string
  /** Text shown with a code that is only a placeholder. */
  sample: string
}

/** One of the site's two QR codes with its purpose; an installation without its own code says so. */
export const QrCode = ({ code, caption, sample }: Props) => (
  <figure className={styles.figure}>
    <span className={styles.code}>
      {code && <img src={toApiUrl(code.image)} width={112} height={112} alt={code.sample ? sample : caption} loading="lazy" />}
    </span>
    <figcaption className={styles.caption}>{code?.sample ? sample : caption}</figcaption>
  </figure>
)
