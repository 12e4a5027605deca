import { createHash } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { FactorProof } from '#contract/second-factor.ts'
import type { Deps } from '#server/deps.ts'
import { securityPage } from '#server/domains/accounts/auth/session.service.ts'
import { secondFactorsRepo } from '#server/domains/accounts/second-factor/second-factors.repo.ts'
import { findTotpStep } from '#server/domains/accounts/second-factor/totp.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { createBackoffPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots, clearRateSlots, type RateSlot, releaseRateSlots } from '#server/http/rate-limits.ts'
import { newRecoveryCode } from '#server/lib/ids.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { unsealText } from '#server/lib/seal.ts'
import type { Tx } from '#server/tx.ts'

const day = 86_400
const refusal = 'too_many_attempts'

/** Recovery codes have 80 random bits, so that a plain hash hides them, and a change of SECRET_KEY leaves them valid. */
const hashRecoveryCode = (code: string): string => createHash('sha256').update(code).digest('base64url')

const nearSlot = (userId: string, ip: string): RateSlot => ({
  key: `second-factor:${userId}:${toSubscriberNetwork(ip)}`,
  policy: createBackoffPolicy(5, day),
  refusal,
})
const accountSlot = (userId: string): RateSlot => ({
  key: `second-factor:${userId}`,
  policy: createBackoffPolicy(30, day),
  refusal,
})

/**
 * Counts a try before the comparison, so that parallel guesses count too: per account and network, and per account from anywhere.
 * A correct code clears the first and gives back its own hit of the second, where others may be guessing.
 */
export async function guardFactorTry<T>(ctx: Context, userId: string, compare: () => Promise<T>): Promise<T> {
  const [near, account] = [nearSlot(userId, ctx.request.ip), accountSlot(userId)]
  await claimRateSlots(ctx.deps, [near, account])
  const compared = await compare()
  await clearRateSlots(ctx.deps, [near])
  await releaseRateSlots(ctx.deps, [account])
  return compared
}

export const unsealFactorSecret = ({ keys }: Pick<Deps, 'keys'>, userId: string, cipher: string): string =>
  unsealText(keys.second_factor, userId, cipher)

/** A correct code that is not used up yet. */
export interface CheckedFactorCode {
  user_id: string
  by: { step: bigint } | { recovery_hash: string }
}

const createBadCodeRefusal = () => createFieldRefusal('bad_factor_code', 'code')
const createBadRecoveryRefusal = () => createFieldRefusal('bad_recovery_code', 'recovery_code')

/**
 * Checks a code of the authenticator app or a recovery code; `spendFactorCode` then uses it up. Throws `second_factor_off`,
 * `bad_factor_code`, `bad_recovery_code` or `too_many_attempts`.
 */
export async function checkFactorCode(ctx: Context, userId: string, proof: FactorProof): Promise<CheckedFactorCode> {
  const { deps } = ctx
  const repo = secondFactorsRepo(deps.database.kysely)
  const factor = await repo.find(userId)
  if (!factor) throw new Refusal('second_factor_off')
  return guardFactorTry(ctx, userId, async () => {
    if (proof.recovery_code) {
      const recoveryHash = hashRecoveryCode(proof.recovery_code)
      if (!(await repo.hasRecoveryCode(userId, recoveryHash))) throw createBadRecoveryRefusal()
      return { user_id: userId, by: { recovery_hash: recoveryHash } }
    }
    const secret = unsealFactorSecret(deps, userId, factor.secret_cipher)
    const step = findTotpStep(secret, proof.code ?? '', deps.clock.now())
    if (step === undefined) throw createBadCodeRefusal()
    return { user_id: userId, by: { step } }
  })
}

/** Uses a code up, in the transaction of its effect: one code, one effect. Tells the user of a recovery code. */
export async function spendFactorCode(tx: Tx, { user_id: userId, by }: CheckedFactorCode, ip: string): Promise<void> {
  const repo = secondFactorsRepo(tx.db)
  if ('step' in by) {
    if (!(await repo.spendStep(userId, by.step))) throw createBadCodeRefusal()
    return
  }
  if (!(await repo.spendRecoveryCode(userId, by.recovery_hash, tx.now()))) throw createBadRecoveryRefusal()
  const left = await repo.countRecoveryCodes(userId)
  await notifyUser(tx, {
    user_id: userId,
    class: 'system',
    title: '恢复码已使用',
    content: `你的一个恢复码刚刚被使用（IP ${ip}），还剩 ${left} 个。如果不是你本人操作，请立即重置密码并更换恢复码。`,
    link: securityPage,
  })
}

/** Replaces a user's recovery codes, and returns the new ones as people read them: `abcd-efgh-jkmn-pqrs`. */
export async function issueRecoveryCodes({ db }: Pick<Tx, 'db'>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newRecoveryCode)
  await secondFactorsRepo(db).replaceRecoveryCodes(userId, codes.map(hashRecoveryCode))
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}
