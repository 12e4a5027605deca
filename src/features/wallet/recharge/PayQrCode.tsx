import { QRCode } from 'antd'
import { lightPalette } from '#src/ui/theme/tokens.ts'

/** QR code, dark on light in both colour schemes, because cameras cannot read inverted codes. */
export default function PayQrCode({ address }: { address: string }) {
  return <QRCode type="svg" value={address} size={232} errorLevel="M" color={lightPalette.text} bgColor={lightPalette.surface} />
}
