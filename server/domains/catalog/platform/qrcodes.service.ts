import { type Qrcode, QrcodeName, qrcodePath } from '#contract/platform.ts'
import type { Deps } from '#server/deps.ts'

/** Where the sample codes of an installation without its own lead: the page that says what is pretended here. */
const samplePath = '/sandbox'

const hasSampleQrcode = ({ sms, mail }: Deps['sandbox']): boolean => (sms ?? mail) !== undefined

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** What the site may know of a code; null where there is none to show. */
export function findQrcode({ config, sandbox }: Deps, name: QrcodeName): Qrcode | null {
  const text = config.qrcodes[name]
  if (text === null && !hasSampleQrcode(sandbox)) return null
  return {
    image: qrcodePath.replace(':name', name),
    link: text !== null && isHttpUrl(text) ? text : null,
    sample: text === null,
  }
}

/** What the code of this name holds; null where there is none. `origin` is where the asking browser found us. */
export function findQrcodeText({ config, sandbox }: Deps, name: string, origin: string): string | null {
  const known = QrcodeName.safeParse(name)
  if (!known.success) return null
  return config.qrcodes[known.data] ?? (hasSampleQrcode(sandbox) ? `${config.site_origin ?? origin}${samplePath}` : null)
}
