import type { z } from 'zod'
import type { AccountSecurity } from '#contract/account-security.ts'
import { getSignInDetails } from '#server/domains/accounts/auth/own-password.service.ts'
import { listSessions } from '#server/domains/accounts/auth/own-sessions.service.ts'
import { computeSecurityLevel } from '#server/domains/accounts/auth/security-level.policy.ts'
import { secondFactorsRepo } from '#server/domains/accounts/second-factor/second-factors.repo.ts'
import { hasRealName } from '#server/domains/accounts/users/users.service.ts'
import { findWechatBindingTime } from '#server/domains/accounts/wechat/bindings.service.ts'
import type { Context } from '#server/http/context.ts'
import { hasPhone, maskPhone } from '#server/lib/mask.ts'

/** Returns what protects the caller's account. */
export async function getAccountSecurity(ctx: Context): Promise<z.input<typeof AccountSecurity>> {
  const { deps, caller } = ctx
  const { kysely } = deps.database
  const { phone, password_set_at: passwordSetAt } = await getSignInDetails(kysely, caller.user_id)
  const boundAt = await findWechatBindingTime(kysely, caller.user_id)
  const realName = await hasRealName(kysely, caller.user_id)
  const factor = await secondFactorsRepo(kysely).find(caller.user_id)
  const kept = {
    password: passwordSetAt !== null || !hasPhone(phone),
    wechat: boundAt !== null,
    real_name: realName,
    second_factor: factor !== undefined,
  }
  return {
    level: computeSecurityLevel(kept),
    phone: maskPhone(phone),
    password_set_at: passwordSetAt?.toISOString() ?? null,
    wechat_bound_at: boundAt?.toISOString() ?? null,
    real_name: realName,
    second_factor_added_at: factor?.added_at.toISOString() ?? null,
    sessions: (await listSessions(ctx)).length,
  }
}
