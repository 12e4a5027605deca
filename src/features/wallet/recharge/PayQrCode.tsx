import { QRCode } from 'antd'
import { lightPalette } from '#src/ui/theme/tokens.ts'
import styles from './Checkout.module.css'

/** Dark on light in both schemes: cameras do not read it the other way round. */
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
