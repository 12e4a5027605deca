import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Build settings of the web app, stored next to the prerendered pages. */
const buildSettingsFile = 'settings.json'
interface BuildSettings {
  api_host: string
}

/** Returns the API host compiled into the web app; null if it calls the origin of the page. */
export function readBuiltApiHost(webRoot: string | undefined): string | null {
  const file = join(webRoot ?? '', 'pages', buildSettingsFile)
  if (webRoot === undefined || !existsSync(file)) return null
  return (JSON.parse(readFileSync(file, 'utf8')) as BuildSettings).api_host || null
}

/** Builds the Content-Security-Policy: this origin, plus the API if it has another. An http source does not cover ws. */
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
    // `default` is src/app/trusted-types.ts; `html` belongs to the carousel library, which creates it again each time
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['default', 'html', "'allow-duplicates'"],
  },
})

/** Blocks all device permissions except the clipboard, from which the terminal pastes. */
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
