import type { AuthTokens } from '#contract/auth.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { secondFactor } from '#contract/second-factor.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { clearLoginAttempts } from '#server/domains/accounts/auth/login-throttle.service.ts'
import { signInWithTicket } from '#server/domains/accounts/auth/sign-in-user.service.ts'
import { checkFactorCode, spendFactorCode } from '#server/domains/accounts/second-factor/factor-code.service.ts'
import { signInTicketsRepo } from '#server/domains/accounts/second-factor/sign-in-tickets.repo.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { hashTicket } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'

/**
 * Finishes a sign-in by a code. The ticket works for the browser that has done the first step, for five minutes and five tries;
 * `sign_in_ticket_gone` sends people back to the first.
 */
export async function signInBySecondFactor(
  ctx: Context,
  sessions: SessionTokens,
  { ticket, ...proof }: HandlerInput<typeof secondFactor.sign_in>['body'],
): Promise<AuthTokens> {
  const { deps, request } = ctx
  const { kysely } = deps.database
  const tokenHash = hashTicket(ticket)
  const asked = { user_agent: request.user_agent, tries_max: limits.signInTicketTries }
  const claimed = await signInTicketsRepo(kysely).claimTry(tokenHash, asked, deps.clock.now())
  if (!claimed) throw new Refusal('sign_in_ticket_gone')
  const checked = await checkFactorCode(ctx, claimed.user_id, proof)
  const tokens = await signInWithTicket(ctx, sessions, claimed, async (tx) => {
    if (!(await signInTicketsRepo(tx.db).take(tokenHash))) throw new Refusal('sign_in_ticket_gone')
    await spendFactorCode(tx, checked, request.ip)
  })
  const { phone } = await authRepo(kysely).get(claimed.user_id)
  await clearLoginAttempts(deps, phone, request.ip)
  return tokens
}
