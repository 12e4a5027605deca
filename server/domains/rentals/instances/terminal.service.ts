import { isActionAllowed } from '#contract/instance-actions.ts'
import { terminalPath } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { createInstanceConnector, loginShellCommand } from '#server/domains/rentals/instances/instance-exec.service.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { ticketsRepo } from '#server/domains/rentals/instances/terminal-tickets.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newToken } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { ExecSession } from '#server/ports/compute.ts'

const ticketMs = 30_000

/**
 * Issues a one-time, short-lived ticket, because a browser cannot send a header when it opens a socket. It contains the session
 * id, since the terminal ends with that session; the ticket is looked up only as a whole.
 */
export async function issueTerminalTicket(ctx: Context, id: string): Promise<{ ticket: string; path: string }> {
  const row = await getOwnInstance(ctx, id)
  if (!isActionAllowed('terminal', row.status)) throw new Refusal('terminal_unavailable')
  const ticket = `${ctx.caller.session_id}.${newToken()}`
  const expiresAt = new Date(ctx.deps.clock.now().getTime() + ticketMs)
  await ctx.transaction((tx) =>
    ticketsRepo(tx.db).insert(ticket, { instance_id: row.id, user_id: ctx.caller.user_id, expires_at: expiresAt }),
  )
  return { ticket, path: `${terminalPath}?ticket=${ticket}` }
}

export interface TerminalShell {
  /** The terminal's user. */
  entry: { instance_id: string; user_id: string; session_id: string }
  session: ExecSession
}

/** Counts the open terminals of each user on this node. */
export class TerminalSeats {
  readonly #taken = new Map<string, number>()

  take(userId: string): boolean {
    const taken = this.#taken.get(userId) ?? 0
    if (taken >= limits.terminalsMax) return false
    this.#taken.set(userId, taken + 1)
    return true
  }

  leave(userId: string): void {
    const left = (this.#taken.get(userId) ?? 0) - 1
    if (left > 0) this.#taken.set(userId, left)
    else this.#taken.delete(userId)
  }
}

/**
 * Opens a shell in the ticket's instance and takes a seat, which the caller must release. Returns undefined if the ticket is used
 * or expired, its session has ended, or the instance does not run.
 */
export async function openTerminalShell(
  deps: Deps,
  ticket: string,
  seats: TerminalSeats,
): Promise<TerminalShell | 'no_seat' | undefined> {
  const { database, clock } = deps
  const repo = ticketsRepo(database.kysely)
  const taken = await repo.take(ticket)
  if (!taken || taken.expires_at <= clock.now()) return undefined
  const [sessionId = ''] = ticket.split('.')
  const { user_id: userId } = taken
  if (!(await repo.isSignedIn(sessionId, userId))) return undefined
  const row = await instancesRepo(database.kysely).findView(userId, taken.instance_id)
  if (!row || !isActionAllowed('terminal', row.status)) return undefined
  if (!seats.take(userId)) return 'no_seat'
  try {
    const session = await createInstanceConnector(deps, row).exec({ cmd: loginShellCommand, tty: true, cols: 80, rows: 24 })
    return { entry: { instance_id: row.id, user_id: userId, session_id: sessionId }, session }
  } catch (error) {
    seats.leave(userId)
    throw error
  }
}
