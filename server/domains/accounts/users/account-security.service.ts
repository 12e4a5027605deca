import type { z } from 'zod'
import type { AccountSecurity } from '#contract/account-security.ts'
import { signInWith } from '#server/domains/accounts/auth/own-password.service.ts'
import { listSessions } from '#server/domains/accounts/auth/own-sessions.service.ts'
import { levelOf } from '#server/domains/accounts/auth/security-level.policy.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { wechatBoundAt } from '#server/domains/accounts/wechat/bindings.service.ts'
import type { Context } from '#server/http/context.ts'
import { maskPhone } from '#server/lib/mask.ts'

/** What protects the account of the caller. */
export async function getAccountSecurity(ctx: Context): Promise<z.input<typeof AccountSecurity>> {
  const { deps, caller } = ctx
  const { kysely } = deps.database
  const { phone, password_set_at } = await signInWith(kysely, caller.user_id)
  const bound_at = await wechatBoundAt(kysely, caller.user_id)
  const real_name = await hasRealName(kysely, caller.user_id)
  return {
    level: levelOf({ password: password_set_at !== null, wechat: bound_at !== null, real_name }),
    phone: maskPhone(phone),
    password_set_at: password_set_at?.toISOString() ?? null,
    wechat_bound_at: bound_at?.toISOString() ?? null,
    real_name,
    sessions: (await listSessions(ctx)).length,
  }
}
