import type { Qrcode } from '#contract/platform.ts'
import { toApiUrl } from '#src/api/api-host.ts'
import styles from './QrCode.module.css'

interface Props {
  /** Undefined until the platform has been heard. */
  code: Qrcode | undefined
  /** What scanning does: 微信扫码，联系客服. */
  caption: string
  /** What to say instead of a code that only stands in for one. */
  sample: string
}

/** One of the site's two codes with what it is for; an installation without its own says so. */
export const QrCode = ({ code, caption, sample }: Props) => (
  <figure className={styles.figure}>
    <span className={styles.code}>
      {code && <img src={toApiUrl(code.image)} width={112} height={112} alt={code.sample ? sample : caption} loading="lazy" />}
    </span>
    <figcaption className={styles.caption}>{code?.sample ? sample : caption}</figcaption>
  </figure>
)
