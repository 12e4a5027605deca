import type { Token } from '#contract/auth.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { openSession, security_page } from '#server/domains/accounts/auth/session.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import type { Sessions } from '#server/http/sessions.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Account = Awaited<ReturnType<ReturnType<typeof authRepo>['lock']>>

export const findAccount = ({ deps }: Context, phone: string) => authRepo(deps.database.kysely).findByPhone(phone)

/**
 * Opens a session for who has proved to be somebody. `spend` uses the proof up in the same transaction, and throws when it
 * no longer holds.
 */
export async function enter(
  ctx: Context,
  sessions: Sessions,
  user_id: string,
  spend: (tx: Tx, account: Account) => Promise<void>,
): Promise<Token> {
  const { session_id, refresh, ends_at } = await ctx.transaction(async (tx) => {
    const account = await authRepo(tx.db).lock(user_id)
    if (account.frozen_at) throw new Refusal('account_frozen')
    if (account.closed_at) throw new Refusal('bad_credentials')
    await spend(tx, account)
    if (account.closing_at) await keepOpen(tx, user_id)
    return openSession(tx, account, ctx.request)
  })
  return { access: await sessions.issue(user_id, session_id, ends_at), refresh, userId: user_id }
}

/** Signing in takes back the wish to close the account (decision 035). */
async function keepOpen(tx: Tx, user_id: string): Promise<void> {
  await authRepo(tx.db).keepOpen(user_id)
  await notify(tx, {
    user_id,
    class: 'system',
    title: '注销申请已撤回',
    content: '你重新登录了账号，注销申请随之撤回，数据和账单都在。仍要注销时请在账户安全里重新申请。',
    link: security_page,
  })
}
