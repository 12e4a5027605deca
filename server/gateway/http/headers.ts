import type { IncomingMessage } from 'node:http'

/** Name, value, name, value … as they came and as Node takes them. */
export type RawHeaders = readonly string[]

/** Belong to one connection and are never passed on (RFC 9110 §7.6.1). */
const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const forwardedHeaders = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
])

const toPairs = (raw: RawHeaders): [name: string, value: string][] =>
  Array.from({ length: raw.length / 2 }, (_, nth) => [raw[2 * nth]!, raw[2 * nth + 1]!])

function filterEndToEnd(raw: RawHeaders): [name: string, value: string][] {
  const all = toPairs(raw)
  const named = all.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.toLowerCase().split(','))
  const dropped = new Set([...hopByHopHeaders, ...named.map((name) => name.trim())])
  return all.filter(([name]) => !dropped.has(name.toLowerCase()))
}

/** Cookies but ours; undefined when none is left. */
function removeCookie(cookies: string, ours: string): string | undefined {
  const kept = cookies.split(';').filter((cookie) => cookie.split('=')[0]?.trim() !== ours)
  return kept.join(';').trim() || undefined
}

/** Every value a cookie of this name has: another page may have put one beside ours. */
export const listCookieValues = (header: string | undefined, name: string): string[] =>
  (header ?? '')
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1))

interface ForwardingOptions {
  /** What our cookie is called: the instance never sees it. */
  cookie: string
  https: boolean
  /** Whether those who speak to us are proxies of ours, whose word on the client's address counts. */
  behind_proxy: boolean
}

/** What the program inside is sent: end to end as it came, with the way it came said anew. */
export function buildRequestHeaders(
  request: IncomingMessage,
  { cookie, https, behind_proxy: behindProxy }: ForwardingOptions,
): string[] {
  const kept = filterEndToEnd(request.rawHeaders).flatMap(([name, value]) => {
    const lower = name.toLowerCase()
    if (forwardedHeaders.has(lower)) return []
    if (lower !== 'cookie') return [[name, value]]
    const others = removeCookie(value, cookie)
    return others ? [[name, others]] : []
  })
  const peer = request.socket.remoteAddress ?? ''
  const before = behindProxy ? request.headers['x-forwarded-for'] : undefined
  kept.push(['X-Forwarded-For', before ? `${String(before)}, ${peer}` : peer])
  kept.push(['X-Forwarded-Host', request.headers.host ?? ''])
  kept.push(['X-Forwarded-Proto', https ? 'https' : 'http'])
  // A body of unknown length stays one.
  if (request.headers['transfer-encoding']) kept.push(['Transfer-Encoding', 'chunked'])
  return kept.flat()
}

/** What the browser is sent. A cookie for the whole domain would reach every other instance's pages: it stays on its own. */
export function buildResponseHeaders(raw: RawHeaders, ourCookie: string): string[] {
  return filterEndToEnd(raw).flatMap(([name, value]) => {
    if (name.toLowerCase() !== 'set-cookie') return [name, value]
    if (value.trimStart().startsWith(`${ourCookie}=`)) return []
    return [name, value.replace(/;\s*domain=[^;]*/gi, '')]
  })
}
