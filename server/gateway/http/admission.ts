import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { SpanKind } from '@opentelemetry/api'
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
import { inTrace } from '#server/lib/tracing.ts'
import { type GatewayErrorPage, gatewayErrorPages } from './error-pages.ts'
import { listCookieValues } from './headers.ts'

/**
 * Returns whether a request comes from the link's own pages or is a navigation to it. Browsers may treat links of different
 * instances as one site and send our cookie along; without this check, one instance's page could access another instance.
 */
function isOwnOriginRequest(method: string, headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  if (site !== undefined)
    return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  // Fallback for older browsers and plain http: changing requests carry an Origin header.
  return headers.origin === undefined || headers.origin === origin
}

/** Thrown when access is denied, with the error page that explains why. */
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

/** Cookie bound to one host: if the browser supports the prefix, no other host, not even a subdomain, can set or read it. */
export const getPortCookieName = ({ https }: PortLinkDomain) => (https ? '__Host-zhisuan_port' : 'zhisuan_port')

export function parsePortLinkTarget(request: IncomingMessage, { domain }: PortLinkDomain): PortLinkTarget {
  const target = parseLinkHost(request.headers.host, domain)
  if (!target) throw new GatewayAccessError(gatewayErrorPages.unknown)
  return target
}

/** Exchanges the ticket in the URL for a cookie and redirects to the URL without it. Returns false for any other request. */
export async function redeemPortTicket(
  deps: Deps,
  place: PortLinkDomain,
  target: PortLinkTarget,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const [path, query = ''] = (request.url ?? '/').split('?')
  if (path !== portEntryPath) return false
  const ticket = new URLSearchParams(query).get('ticket') ?? ''
  const pass = await inTrace(
    { name: 'port_link enter', kind: SpanKind.SERVER, attributes: { instance: target.instance_id } },
    () => exchangePortTicket(deps, ticket, target),
  )
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

/** Returns the caller and a connector to the caller's instance. Throws GatewayAccessError. */
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
