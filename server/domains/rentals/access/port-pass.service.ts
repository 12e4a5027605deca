import { SignJWT } from 'jose'
import type { Deps } from '#server/deps.ts'
import { instanceAccessRepo } from '#server/domains/rentals/access/instance-access.repo.ts'
import { verifyToken } from '#server/lib/signing.ts'

/** Permission to use one port of one instance, stored in a cookie of that port's own origin. */
export interface PortPass {
  instance_id: string
  port: number
  user_id: string
  session_id: string
}

export const portPassSeconds = 12 * 3600
const audience = 'zhisuan-port'

/** Exchanges a ticket for this port's pass. Returns undefined if the ticket is used, expired or for another port. */
export async function exchangePortTicket(
  { database, clock, keys }: Deps,
  ticket: string,
  target: Pick<PortPass, 'instance_id' | 'port'>,
): Promise<string | undefined> {
  const taken = await instanceAccessRepo(database.kysely).takeTicket(ticket)
  if (!taken || taken.expires_at <= clock.now()) return undefined
  if (taken.instance_id !== target.instance_id || taken.port !== target.port) return undefined
  const now = Math.floor(clock.now().getTime() / 1000)
  return new SignJWT({ sid: taken.session_id, port: taken.port, instance: taken.instance_id })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(taken.user_id)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + portPassSeconds)
    .sign(keys.port_pass[0])
}

/** Verifies a pass while its console session lasts. Returns undefined if it is invalid, expired or for another port. */
export async function verifyPortPass(
  { database, clock, keys }: Deps,
  token: string,
  target: Pick<PortPass, 'instance_id' | 'port'>,
): Promise<PortPass | undefined> {
  const options = { algorithms: ['HS256'], audience, currentDate: clock.now() }
  const verified = await verifyToken(token, keys.port_pass, options).catch(() => undefined)
  const { sub: userId = '', sid, port, instance } = verified?.payload ?? {}
  if (port !== target.port || instance !== target.instance_id) return undefined
  const sessionId = String(sid)
  if (!(await instanceAccessRepo(database.kysely).isSignedIn(sessionId, userId))) return undefined
  return { ...target, user_id: userId, session_id: sessionId }
}
