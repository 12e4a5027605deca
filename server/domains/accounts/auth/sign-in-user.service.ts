import type { AuthTokens } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { openUserSession, securityPage } from '#server/domains/accounts/auth/session.service.ts'
import { secondFactorsRepo } from '#server/domains/accounts/second-factor/second-factors.repo.ts'
import { signInTicketsRepo } from '#server/domains/accounts/second-factor/sign-in-tickets.repo.ts'
import { bindOpenId } from '#server/domains/accounts/wechat/bindings.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { hashTicket, newToken } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type LockedUser = Awaited<ReturnType<ReturnType<typeof authRepo>['lock']>>
type OpenedSession = Awaited<ReturnType<typeof openUserSession>>

/** Who signs in, and the WeChat to bind to the account with it. */
interface SignIn {
  user_id: string
  open_id?: string | null
}

export const findUserByPhone = ({ deps }: Context, phone: string) => authRepo(deps.database.kysely).findByPhone(phone)

/** Locks an account that may be signed in to. */
async function lockOpenAccount(tx: Tx, userId: string): Promise<LockedUser> {
  const account = await authRepo(tx.db).lock(userId)
  if (account.frozen_at) throw new Refusal('account_frozen')
  if (account.closed_at) throw new Refusal('bad_credentials')
  return account
}

async function openSignedIn(tx: Tx, ctx: Context, account: LockedUser, openId: string | null): Promise<OpenedSession> {
  if (openId !== null) await bindOpenId(tx, { user_id: account.id, open_id: openId }, ctx.request.ip)
  if (account.closing_at) await cancelClosing(tx, account.id)
  return openUserSession(tx, account, ctx.request)
}

/** Issues what the second step of a sign-in needs; nothing else comes of the first where there is a second factor. */
async function issueSignInTicket(tx: Tx, { request }: Context, { user_id: userId, open_id: openId = null }: SignIn) {
  const token = newToken()
  const expiresAt = new Date(tx.now().getTime() + limits.signInTicketSeconds * 1000)
  await signInTicketsRepo(tx.db).insert({
    token_hash: hashTicket(token),
    user_id: userId,
    user_agent: request.user_agent,
    open_id: openId,
    expires_at: expiresAt,
  })
  return { ticket: { token, expires_at: expiresAt.toISOString() } }
}

async function issueTokens(sessions: SessionTokens, userId: string, opened: OpenedSession): Promise<AuthTokens> {
  const access = await sessions.issue(userId, opened.session_id, opened.ends_at)
  return { access, refresh: opened.refresh, userId }
}

/**
 * Opens a session for a user who has proved their identity. `spend` uses up the proof in the same transaction and throws if it is
 * no longer valid. Throws `second_factor_required` with a ticket where the account has a second factor.
 */
export async function signInUser(
  ctx: Context,
  sessions: SessionTokens,
  signIn: SignIn,
  spend: (tx: Tx, account: LockedUser) => Promise<unknown>,
): Promise<AuthTokens> {
  const { user_id: userId, open_id: openId = null } = signIn
  const opened = await ctx.transaction(async (tx) => {
    const account = await lockOpenAccount(tx, userId)
    await spend(tx, account)
    if (await secondFactorsRepo(tx.db).find(userId)) return issueSignInTicket(tx, ctx, signIn)
    return openSignedIn(tx, ctx, account, openId)
  })
  // Thrown only here: what the first step has used up stays so.
  if ('ticket' in opened) throw new Refusal('second_factor_required', opened)
  return issueTokens(sessions, userId, opened)
}

/** Opens the session of a sign-in whose second step is done; `spend` as above. */
export async function signInWithTicket(
  ctx: Context,
  sessions: SessionTokens,
  { user_id: userId, open_id: openId }: { user_id: string; open_id: string | null },
  spend: (tx: Tx) => Promise<void>,
): Promise<AuthTokens> {
  const opened = await ctx.transaction(async (tx) => {
    const account = await lockOpenAccount(tx, userId)
    await spend(tx)
    return openSignedIn(tx, ctx, account, openId)
  })
  return issueTokens(sessions, userId, opened)
}

/** Cancels a pending account closing, because signing in withdraws it (decision 035). */
async function cancelClosing(tx: Tx, userId: string): Promise<void> {
  await authRepo(tx.db).keepOpen(userId)
  await notifyUser(tx, {
    user_id: userId,
    class: 'system',
    title: '注销申请已撤回',
    content: '你重新登录了账号，注销申请随之撤回，数据和账单都在。仍要注销时请在账户安全里重新申请。',
    link: securityPage,
  })
}
