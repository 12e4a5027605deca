import type { AuthTokens } from '#contract/auth.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { openUserSession, securityPage } from '#server/domains/accounts/auth/session.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type LockedUser = Awaited<ReturnType<ReturnType<typeof authRepo>['lock']>>

export const findUserByPhone = ({ deps }: Context, phone: string) => authRepo(deps.database.kysely).findByPhone(phone)

/**
 * Opens a session for a user who has proved their identity. `spend` uses up the proof in the same transaction and throws if it is
 * no longer valid.
 */
export async function signInUser(
  ctx: Context,
  sessions: SessionTokens,
  userId: string,
  spend: (tx: Tx, account: LockedUser) => Promise<void>,
): Promise<AuthTokens> {
  const {
    session_id: sessionId,
    refresh,
    ends_at: endsAt,
  } = await ctx.transaction(async (tx) => {
    const account = await authRepo(tx.db).lock(userId)
    if (account.frozen_at) throw new Refusal('account_frozen')
    if (account.closed_at) throw new Refusal('bad_credentials')
    await spend(tx, account)
    if (account.closing_at) await cancelClosing(tx, userId)
    return openUserSession(tx, account, ctx.request)
  })
  return { access: await sessions.issue(userId, sessionId, endsAt), refresh, userId }
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
