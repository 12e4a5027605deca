import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#server/deps.ts'
import { enter_path } from '#server/domains/rentals/access/instance-access.service.ts'
import { findInside } from '#server/domains/rentals/access/instance-connections.service.ts'
import { linkOrigin, linkTarget } from '#server/domains/rentals/access/link.policy.ts'
import { exchangeTicket, type PortPass, pass_seconds, readPass } from '#server/domains/rentals/access/port-pass.service.ts'
import type { Inside } from '#server/domains/rentals/instances/instance-exec.service.ts'
import { type Obstacle, obstacles } from './error-pages.ts'
import { cookiesNamed } from './headers.ts'
import { isOwn } from './same-origin.ts'

/** Thrown where somebody cannot pass, with the page that says why. */
export class Stopped extends Error {
  readonly obstacle: Obstacle
  constructor(obstacle: Obstacle) {
    super(obstacle.title)
    this.obstacle = obstacle
  }
}

export interface Place {
  domain: string
  port: number
  https: boolean
}

export type Target = Pick<PortPass, 'instance_id' | 'port'>

/** Bound to one host: no other name, not even a part of ours, can set or read it where the browser knows the prefix. */
export const cookieName = ({ https }: Place) => (https ? '__Host-zhisuan_port' : 'zhisuan_port')

export function targetOf(request: IncomingMessage, { domain }: Place): Target {
  const target = linkTarget(request.headers.host, domain)
  if (!target) throw new Stopped(obstacles.unknown)
  return target
}

/** Exchanges the ticket of an address for a cookie and leads on to the address without it. False for any other request. */
export async function enter(deps: Deps, place: Place, target: Target, request: IncomingMessage, response: ServerResponse) {
  const [path, query = ''] = (request.url ?? '/').split('?')
  if (path !== enter_path) return false
  const pass = await exchangeTicket(deps, new URLSearchParams(query).get('ticket') ?? '', target)
  if (!pass) throw new Stopped(obstacles.used_ticket)
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${pass_seconds}`, ...(place.https ? ['Secure'] : [])]
  response.writeHead(303, {
    location: '/',
    'set-cookie': `${cookieName(place)}=${pass}; ${attributes.join('; ')}`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  response.end()
  return true
}

/** Who asks, and the inside of the instance that is theirs. Throws Stopped. */
export async function admit(
  deps: Deps,
  place: Place,
  target: Target,
  { method = 'GET', headers }: IncomingMessage,
): Promise<{ pass: PortPass; inside: Inside }> {
  const pass = await passOf(deps, place, target, headers.cookie)
  if (!pass) throw new Stopped(obstacles.signed_out)
  if (!isOwn(method, headers, linkOrigin(place, target.instance_id, target.port))) throw new Stopped(obstacles.elsewhere)
  const inside = await findInside(deps, pass)
  if (!inside) throw new Stopped(obstacles.not_running)
  return { pass, inside }
}

async function passOf(deps: Deps, place: Place, target: Target, cookies: string | undefined): Promise<PortPass | undefined> {
  for (const token of cookiesNamed(cookies, cookieName(place))) {
    const pass = await readPass(deps, token, target)
    if (pass) return pass
  }
  return undefined
}
