import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Role } from '#contract/access.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { revokeAllSessions, securityPage } from '#server/domains/accounts/auth/session.service.ts'
import { issueRecoveryCodes } from '#server/domains/accounts/second-factor/factor-code.service.ts'
import { secondFactorsRepo } from '#server/domains/accounts/second-factor/second-factors.repo.ts'
import { buildTotpUri, createTotpSecret } from '#server/domains/accounts/second-factor/totp.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { recordAudit } from '#server/http/audit.repo.ts'
import { createSessionTokens } from '#server/http/sessions.ts'
import { sealText } from '#server/lib/seal.ts'
import { inTransaction } from '#server/tx.ts'

/** What is shown once. */
export interface ProvisionedFactor {
  uri: string
  secret: string
  recovery_codes: string[]
}

/**
 * Gives a new account a second factor: a new secret that whoever sets it up reads from the terminal, or one that a code of the
 * step has confirmed.
 */
export async function provisionSecondFactor(
  db: Transaction<DB>,
  { keys, clock, config }: Pick<Deps, 'keys' | 'clock' | 'config'>,
  { user_id: userId, phone }: { user_id: string; phone: string },
  { secret, last_step: lastStep } = { secret: createTotpSecret(), last_step: 0n },
): Promise<ProvisionedFactor> {
  await secondFactorsRepo(db).insert({
    user_id: userId,
    secret_cipher: sealText(keys.second_factor, userId, secret),
    last_step: lastStep,
    added_at: clock.now(),
  })
  const uri = buildTotpUri(secret, { issuer: config.brand, label: phone })
  return { uri, secret, recovery_codes: await issueRecoveryCodes({ db }, userId) }
}

/**
 * Removes the second factor of somebody who has lost everything. Only at the machine (`npm run setup -- --reset-factor`): in the
 * back office, one stolen operator session could take it from all. Throws a one-line, human-readable error.
 */
export async function resetSecondFactor(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'keys'>,
  phone: string,
): Promise<void> {
  const user = await authRepo(deps.database.kysely).findByPhone(phone)
  if (!user) throw new Error('没有这个手机号的账号')
  const { id } = user
  await inTransaction(deps, async (tx) => {
    const { role } = await authRepo(tx.db).lock(id)
    if (!(await secondFactorsRepo(tx.db).remove(id))) throw new Error('这个账号没有开启两步验证')
    await revokeAllSessions(tx, createSessionTokens(deps), id, 'second_factor_reset')
    await notifyUser(tx, {
      user_id: id,
      class: 'system',
      title: '两步验证已重置',
      content: '平台的管理人员在服务器上重置了你的两步验证，所有设备已退出登录。如果不是你本人提出，请立即重置密码并联系客服。',
      link: securityPage,
    })
    const caller = { user_id: id, session_id: '', role: role as Role, account_type: 'main', is_tencent: false } as const
    const request = { id: randomUUID(), ip: 'localhost', user_agent: 'npm run setup' }
    await recordAudit(
      tx.db,
      { name: 'reset_factor', caller, input: { params: {} }, request, change: { target_id: id } },
      tx.now(),
    )
  })
}
