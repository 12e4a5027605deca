import type { EndpointData } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { FactorProof, secondFactor } from '#contract/second-factor.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { revokeAllSessions, securityPage } from '#server/domains/accounts/auth/session.service.ts'
import {
  checkFactorCode,
  guardFactorTry,
  issueRecoveryCodes,
  spendFactorCode,
  unsealFactorSecret,
} from '#server/domains/accounts/second-factor/factor-code.service.ts'
import { secondFactorsRepo } from '#server/domains/accounts/second-factor/second-factors.repo.ts'
import { buildTotpUri, createTotpSecret, findTotpStep } from '#server/domains/accounts/second-factor/totp.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { isSecondFactorRequired, type SessionTokens } from '#server/http/sessions.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { sealText } from '#server/lib/seal.ts'

type Answer<K extends keyof typeof secondFactor> = EndpointData<(typeof secondFactor)[K]>

export async function getSecondFactor({ deps, caller }: Context): Promise<Answer<'get'>> {
  const repo = secondFactorsRepo(deps.database.kysely)
  const { role } = await authRepo(deps.database.kysely).get(caller.user_id)
  return {
    added_at: (await repo.find(caller.user_id))?.added_at.toISOString() ?? null,
    recovery_codes_left: await repo.countRecoveryCodes(caller.user_id),
    required: isSecondFactorRequired(deps.config, role),
  }
}

/** Makes a secret to be confirmed by a code. One that is on must be removed first, which takes a code of it. */
export async function enrolSecondFactor({ deps, caller, transaction }: Context): Promise<Answer<'enrol'>> {
  const { user_id: userId } = caller
  const secret = createTotpSecret()
  const expiresAt = new Date(deps.clock.now().getTime() + limits.enrolmentSeconds * 1000)
  const { phone } = await authRepo(deps.database.kysely).get(userId)
  await transaction(async ({ db }) => {
    const repo = secondFactorsRepo(db)
    if (await repo.find(userId)) throw new Refusal('second_factor_on')
    await repo.saveEnrolment({
      user_id: userId,
      secret_cipher: sealText(deps.keys.second_factor, userId, secret),
      expires_at: expiresAt,
    })
  })
  const uri = buildTotpUri(secret, { issuer: deps.config.brand, label: phone })
  return { secret, uri, expires_at: expiresAt.toISOString() }
}

/** Turns the second factor on. Every other session ends: none of them has proved it. */
export async function confirmSecondFactor(ctx: Context, sessions: SessionTokens, code: string): Promise<Answer<'confirm'>> {
  const { deps, caller, request } = ctx
  const { user_id: userId, session_id: sessionId } = caller
  const enrolment = await secondFactorsRepo(deps.database.kysely).findEnrolment(userId, deps.clock.now())
  if (!enrolment) throw new Refusal('enrolment_gone')
  const { secret_cipher: secretCipher } = enrolment
  const step = await guardFactorTry(ctx, userId, async () => {
    const found = findTotpStep(unsealFactorSecret(deps, userId, secretCipher), code, deps.clock.now())
    if (found === undefined) throw createFieldRefusal('bad_factor_code', 'code')
    return found
  })
  return ctx.transaction(async (tx) => {
    // A sign-in at the same time either is among the sessions ended here, or sees the factor.
    await authRepo(tx.db).lock(userId)
    const repo = secondFactorsRepo(tx.db)
    if (!(await repo.takeEnrolment(userId, secretCipher))) throw new Refusal('enrolment_gone')
    const row = { user_id: userId, secret_cipher: secretCipher, last_step: step, added_at: tx.now() }
    if (!(await repo.insert(row))) throw new Refusal('second_factor_on')
    const recoveryCodes = await issueRecoveryCodes(tx, userId)
    await revokeAllSessions(tx, sessions, userId, 'second_factor_added', sessionId)
    tx.afterCommit(() => sessions.forget(sessionId))
    await notifyUser(tx, {
      user_id: userId,
      class: 'system',
      title: '两步验证已开启',
      content: `你的账号刚刚开启了两步验证（IP ${request.ip}），其他设备已退出登录，以后登录须再输入动态码。如果不是你本人操作，请立即联系客服。`,
      link: securityPage,
    })
    return { recovery_codes: recoveryCodes }
  })
}

/** Replaces the recovery codes. Takes the authenticator app: who has only a recovery code left could not be told from a finder. */
export async function renewRecoveryCodes(ctx: Context, code: string): Promise<Answer<'renew_recovery_codes'>> {
  const { user_id: userId } = ctx.caller
  const checked = await checkFactorCode(ctx, userId, { code })
  return ctx.transaction(async (tx) => {
    await spendFactorCode(tx, checked, ctx.request.ip)
    await notifyUser(tx, {
      user_id: userId,
      class: 'system',
      title: '恢复码已更换',
      content: `你的两步验证恢复码刚刚被更换（IP ${ctx.request.ip}），原来的全部失效。如果不是你本人操作，请立即重置密码并联系客服。`,
      link: securityPage,
    })
    return { recovery_codes: await issueRecoveryCodes(tx, userId) }
  })
}

/** Turns the second factor off. An operator of a real deployment is then out of the back office until there is another. */
export async function removeSecondFactor(ctx: Context, sessions: SessionTokens, proof: FactorProof): Promise<null> {
  const { user_id: userId, session_id: sessionId } = ctx.caller
  const checked = await checkFactorCode(ctx, userId, proof)
  await ctx.transaction(async (tx) => {
    await spendFactorCode(tx, checked, ctx.request.ip)
    await secondFactorsRepo(tx.db).remove(userId)
    tx.afterCommit(() => sessions.forget(sessionId))
    await notifyUser(tx, {
      user_id: userId,
      class: 'system',
      title: '两步验证已关闭',
      content: `你的账号刚刚关闭了两步验证（IP ${ctx.request.ip}），登录不再需要动态码。如果不是你本人操作，请立即重置密码并联系客服。`,
      link: securityPage,
    })
  })
  return null
}
