import { QRCode } from 'antd'
import { lightPalette } from '#src/ui/theme/tokens.ts'
import styles from './Checkout.module.css'

/** QR code, dark on light in both colour schemes, because cameras cannot read inverted codes. */
export default function PayQrCode({ address }: { address: string }) {
  return (
    <QRCode
      className={styles.qr ?? ''}
      type="svg"
      value={address}
      size={232}
      errorLevel="M"
      color={lightPalette.text}
      bgColor={lightPalette.surface}
    />
  )
}
