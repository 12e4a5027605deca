import { type Qrcode, QrcodeName, qrcodePath } from '#contract/platform.ts'
import type { Deps } from '#server/deps.ts'

/** Target of the sample QR codes shown if none are configured: the page that explains what is simulated here. */
const samplePath = '/sandbox'

const hasSampleQrcode = ({ sms, mail }: Deps['sandbox']): boolean => (sms ?? mail) !== undefined

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Returns the public facts about a QR code; null if there is none to show. */
export function findQrcode({ config, sandbox }: Deps, name: QrcodeName): Qrcode | null {
  const text = config.qrcodes[name]
  if (text === null && !hasSampleQrcode(sandbox)) return null
  return {
    image: qrcodePath.replace(':name', name),
    link: text !== null && isHttpUrl(text) ? text : null,
    sample: text === null,
  }
}

/** Returns the text a QR code encodes; null if there is none. `origin` is the address at which the browser reached us. */
export function findQrcodeText({ config, sandbox }: Deps, name: string, origin: string): string | null {
  const known = QrcodeName.safeParse(name)
  if (!known.success) return null
  return config.qrcodes[known.data] ?? (hasSampleQrcode(sandbox) ? `${config.site_origin ?? origin}${samplePath}` : null)
}
