import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the written pages: what the build of the web was told. */
const buildSettingsFile = 'settings.json'
interface BuildSettings {
  api_host: string
}

/** Where the web that was built here calls, as its build says; null where that is wherever the page came from. */
export function readBuiltApiHost(webRoot: string | undefined): string | null {
  const file = join(webRoot ?? '', 'pages', buildSettingsFile)
  if (webRoot === undefined || !existsSync(file)) return null
  return (JSON.parse(readFileSync(file, 'utf8')) as BuildSettings).api_host || null
}

/** What a page may load and call: what is here, and the API where that is elsewhere. A source of http says nothing of ws. */
export const buildContentSecurity = (apiHost: string | null) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...(apiHost ? [apiHost] : [])],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", ...(apiHost ? [apiHost, apiHost.replace('http', 'ws')] : [])],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    formAction: ["'self'"],
    manifestSrc: ["'self'"],
    // `default` is src/app/trusted-types.ts, `html` the slides' library, which makes it anew each time
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['default', 'html', "'allow-duplicates'"],
  },
})

/** What pages may ask of the device: the clipboard alone, of which the terminal reads what is pasted. */
export const blockedPermissions = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((name) => `${name}=()`)
  .concat('clipboard-read=(self)', 'clipboard-write=(self)')
  .join(', ')
