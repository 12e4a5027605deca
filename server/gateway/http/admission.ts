import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#server/deps.ts'
import { portEntryPath } from '#server/domains/rentals/access/instance-access.service.ts'
import { findInstanceConnector } from '#server/domains/rentals/access/instance-connections.service.ts'
import { buildLinkOrigin, parseLinkHost } from '#server/domains/rentals/access/link.policy.ts'
import {
  exchangePortTicket,
  type PortPass,
  portPassSeconds,
  verifyPortPass,
} from '#server/domains/rentals/access/port-pass.service.ts'
import type { InstanceConnector } from '#server/domains/rentals/instances/instance-exec.service.ts'
import { type GatewayErrorPage, gatewayErrorPages } from './error-pages.ts'
import { listCookieValues } from './headers.ts'

/**
 * Whether a request comes from the link's own pages, or is somebody opening it. Links of different instances may count as
 * one site to a browser, which then sends our cookie along: without this, one instance's page could use another's.
 */
function isOwnOriginRequest(method: string, headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  if (site !== undefined)
    return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  // Older browsers and plain http: what changes something names its origin.
  return headers.origin === undefined || headers.origin === origin
}

/** Thrown where somebody cannot pass, with the page that says why. */
export class GatewayAccessError extends Error {
  readonly obstacle: GatewayErrorPage
  constructor(obstacle: GatewayErrorPage) {
    super(obstacle.title)
    this.obstacle = obstacle
  }
}

export interface PortLinkDomain {
  domain: string
  port: number
  https: boolean
}

export type PortLinkTarget = Pick<PortPass, 'instance_id' | 'port'>

/** Bound to one host: no other name, not even a part of ours, can set or read it where the browser knows the prefix. */
export const getPortCookieName = ({ https }: PortLinkDomain) => (https ? '__Host-zhisuan_port' : 'zhisuan_port')

export function parsePortLinkTarget(request: IncomingMessage, { domain }: PortLinkDomain): PortLinkTarget {
  const target = parseLinkHost(request.headers.host, domain)
  if (!target) throw new GatewayAccessError(gatewayErrorPages.unknown)
  return target
}

/** Exchanges the ticket of an address for a cookie and leads on to the address without it. False for any other request. */
export async function redeemPortTicket(
  deps: Deps,
  place: PortLinkDomain,
  target: PortLinkTarget,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const [path, query = ''] = (request.url ?? '/').split('?')
  if (path !== portEntryPath) return false
  const pass = await exchangePortTicket(deps, new URLSearchParams(query).get('ticket') ?? '', target)
  if (!pass) throw new GatewayAccessError(gatewayErrorPages.used_ticket)
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${portPassSeconds}`, ...(place.https ? ['Secure'] : [])]
  response.writeHead(303, {
    location: '/',
    'set-cookie': `${getPortCookieName(place)}=${pass}; ${attributes.join('; ')}`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  response.end()
  return true
}

/** Who asks, and the inside of the instance that is theirs. Throws Stopped. */
export async function requirePortAccess(
  deps: Deps,
  place: PortLinkDomain,
  target: PortLinkTarget,
  { method = 'GET', headers }: IncomingMessage,
): Promise<{ pass: PortPass; inside: InstanceConnector }> {
  const pass = await findPortPass(deps, place, target, headers.cookie)
  if (!pass) throw new GatewayAccessError(gatewayErrorPages.signed_out)
  if (!isOwnOriginRequest(method, headers, buildLinkOrigin(place, target.instance_id, target.port)))
    throw new GatewayAccessError(gatewayErrorPages.elsewhere)
  const inside = await findInstanceConnector(deps, pass)
  if (!inside) throw new GatewayAccessError(gatewayErrorPages.not_running)
  return { pass, inside }
}

async function findPortPass(
  deps: Deps,
  place: PortLinkDomain,
  target: PortLinkTarget,
  cookies: string | undefined,
): Promise<PortPass | undefined> {
  for (const token of listCookieValues(cookies, getPortCookieName(place))) {
    const pass = await verifyPortPass(deps, token, target)
    if (pass) return pass
  }
  return undefined
}
