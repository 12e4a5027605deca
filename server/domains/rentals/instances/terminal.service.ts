import { isAllowed } from '#contract/instance-actions.ts'
import { terminal_path } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { inside, login_shell } from '#server/domains/rentals/instances/instance-exec.service.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { ticketsRepo } from '#server/domains/rentals/instances/terminal-tickets.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newToken } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { ExecSession } from '#server/ports/compute.ts'

const ticket_ms = 30_000

/**
 * A ticket for one connection, soon: a browser cannot send a header when it opens a socket. It names the session it was
 * given to, with which the terminal ends; only the whole of it is ever found.
 */
export async function issueTicket(ctx: Context, id: string): Promise<{ ticket: string; path: string }> {
  const row = await ownInstance(ctx, id)
  if (!isAllowed('terminal', row.status)) throw new Refusal('terminal_unavailable')
  const ticket = `${ctx.caller.session_id}.${newToken()}`
  const expires_at = new Date(ctx.deps.clock.now().getTime() + ticket_ms)
  await ctx.transaction((tx) =>
    ticketsRepo(tx.db).insert(ticket, { instance_id: row.id, user_id: ctx.caller.user_id, expires_at }),
  )
  return { ticket, path: `${terminal_path}?ticket=${ticket}` }
}

export interface Shell {
  /** Who sits at it. */
  entry: { instance_id: string; user_id: string; session_id: string }
  session: ExecSession
}

/** How many terminals each user has open on this node. */
export class Seats {
  readonly #taken = new Map<string, number>()

  take(user_id: string): boolean {
    const taken = this.#taken.get(user_id) ?? 0
    if (taken >= limits.terminals_max) return false
    this.#taken.set(user_id, taken + 1)
    return true
  }

  leave(user_id: string): void {
    const left = (this.#taken.get(user_id) ?? 0) - 1
    if (left > 0) this.#taken.set(user_id, left)
    else this.#taken.delete(user_id)
  }
}

/**
 * A shell in the instance the ticket was given for, with a seat that is left by whoever ends it; undefined when the ticket is
 * used, old, its session over, or the instance runs no more.
 */
export async function openShell(deps: Deps, ticket: string, seats: Seats): Promise<Shell | 'no_seat' | undefined> {
  const { database, clock } = deps
  const repo = ticketsRepo(database.kysely)
  const taken = await repo.take(ticket)
  if (!taken || taken.expires_at <= clock.now()) return undefined
  const [session_id = ''] = ticket.split('.')
  const { user_id } = taken
  if (!(await repo.isSignedIn(session_id, user_id))) return undefined
  const row = await instancesRepo(database.kysely).findView(user_id, taken.instance_id)
  if (!row || !isAllowed('terminal', row.status)) return undefined
  if (!seats.take(user_id)) return 'no_seat'
  try {
    const session = await inside(deps, row).exec({ cmd: login_shell, tty: true, cols: 80, rows: 24 })
    return { entry: { instance_id: row.id, user_id, session_id }, session }
  } catch (error) {
    seats.leave(user_id)
    throw error
  }
}
