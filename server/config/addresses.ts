import { isIP } from 'node:net'
import { z } from 'zod'

/** Restricts the scheme, because `host:port` alone is also a valid URL, with the scheme `host`. */
export const HttpUrl = z.url({ protocol: /^https?$/, error: '须为 http 或 https 地址' })

/** Address of the site; it must be the root of its host. */
const Origin = HttpUrl.refine((url) => URL.canParse(url) && `${new URL(url).origin}/` === new URL(url).href, {
  error: '只写协议、域名与端口，如 https://gpu.example.cn',
}).transform((url) => new URL(url).origin)

const splitCommas = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

const Origins = z
  .string()
  .default('')
  .transform(splitCommas)
  .refine((parts) => !parts.some((part) => part.includes('*')), '须逐个写出网页的地址，不能写 *')
  .pipe(z.array(Origin))

export const addressEnvironment = {
  /** Public address of this server, such as https://gpu.example.cn; required in a real deployment. */
  PUBLIC_ORIGIN: Origin.optional(),
  /** Addresses of the web app if served elsewhere: they may call the API, and links for users point to the first. */
  WEB_ORIGINS: Origins,
}

export interface Addresses {
  public_origin: string | undefined
  web_origins: string[]
  /** Address of the web pages for users. */
  site_origin: string | undefined
}

type AddressEnvironment = z.infer<z.ZodObject<typeof addressEnvironment>>

export const buildAddresses = ({ PUBLIC_ORIGIN, WEB_ORIGINS }: AddressEnvironment): Addresses => ({
  public_origin: PUBLIC_ORIGIN,
  web_origins: WEB_ORIGINS,
  site_origin: WEB_ORIGINS[0] ?? PUBLIC_ORIGIN,
})

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

/** Accepts the web server's syntax, except for a bare number, which the server would take for an address. */
function isProxyAddress(part: string): boolean {
  const [address = '', length, ...more] = part.split('/')
  const version = isIP(address)
  if (version === 0) return namedNetworks.includes(part)
  return more.length === 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128)))
}

/** Addresses and networks of the proxies in front, separated by commas; `none` (no proxy) differs from leaving it unset. */
export const ProxyList = z
  .string()
  .default('')
  .transform(splitCommas)
  .refine(
    (parts) => parts.join() === 'none' || parts.every(isProxyAddress),
    '须为逗号分隔的 IP 地址或网段，如 10.0.0.1,172.16.0.0/12，或 none',
  )
  .transform((parts) => (parts.length === 0 ? undefined : parts.filter((part) => part !== 'none')))

/** Returns whether a listener on this host is unreachable from other machines. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host)
