import type { EndpointData } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { StepUpProof, stepUp } from '#contract/step-up.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { assertOwnSignIn } from '#server/domains/accounts/auth/own-sign-in.service.ts'
import { isCorrectPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { checkCaptcha, sendCallerCaptcha, spendCaptcha } from '#server/domains/accounts/auth/sms-captcha.service.ts'
import { checkFactorCode, spendFactorCode } from '#server/domains/accounts/second-factor/factor-code.service.ts'
import type { Context } from '#server/http/context.ts'
import { createBackoffPolicy } from '#server/http/rate-limits.policy.ts'
import { claimRateSlots, type RateSlot, releaseRateSlots } from '#server/http/rate-limits.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { createFieldRefusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const triesAtOnce = 5
const day = 86_400

/** Counts tries to prove an identity again, by whichever password. */
export const buildStepUpSlot = (userId: string): RateSlot => ({
  key: `step-up:${userId}`,
  policy: createBackoffPolicy(triesAtOnce, day),
  refusal: 'too_many_attempts',
})

/**
 * Checks the caller's password or SMS code and returns their account; also the id of the code to spend, if a code was the proof. `field` is
 * where the password was typed.
 */
export async function checkStepUpProof(ctx: Context, { password, captcha }: Omit<StepUpProof, 'code'>, field = 'password') {
  const { deps, caller } = ctx
  const account = await authRepo(deps.database.kysely).get(caller.user_id)
  if (captcha) return { account, captcha_id: await checkCaptcha(ctx, account.phone, 'step_up', captcha) }
  const slot = buildStepUpSlot(caller.user_id)
  await claimRateSlots(deps, [slot])
  if (!(await isCorrectPassword(account.password_hash, password ?? ''))) throw createFieldRefusal('wrong_password', field)
  await releaseRateSlots(deps, [slot])
  return { account, captcha_id: undefined }
}

/** Checks one of the three proofs, and returns what uses it up. */
async function checkAnyProof(ctx: Context, { code, ...proof }: StepUpProof): Promise<(tx: Tx) => Promise<void>> {
  if (code) {
    const checked = await checkFactorCode(ctx, ctx.caller.user_id, { code })
    return (tx) => spendFactorCode(tx, checked, ctx.request.ip)
  }
  const { captcha_id: captchaId } = await checkStepUpProof(ctx, proof)
  return async (tx) => {
    if (captchaId) await spendCaptcha(tx.db, ctx.deps, captchaId)
  }
}

/** Marks this session only: its user has proved their identity again. `spend` uses the proof up. */
export async function markSteppedUp(
  { deps, caller, transaction }: Context,
  spend: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<EndpointData<typeof stepUp.prove>> {
  const now = deps.clock.now()
  await transaction(async (tx) => {
    await spend(tx)
    await sessionsRepo(tx.db).stepUp(caller.session_id, now)
  })
  return { valid_until: new Date(now.getTime() + limits.stepUpSeconds * 1000).toISOString() }
}

export async function recordStepUp(ctx: Context, proof: StepUpProof): Promise<EndpointData<typeof stepUp.prove>> {
  return markSteppedUp(ctx, await checkAnyProof(ctx, proof))
}

/** Sends a code to the account's phone, which the browser need not know. */
export async function sendStepUpCode(ctx: Context): Promise<EndpointData<typeof stepUp.send_captcha>> {
  const { phone } = await authRepo(ctx.deps.database.kysely).get(ctx.caller.user_id)
  assertOwnSignIn(phone)
  return { phone: maskPhone(phone), ...(await sendCallerCaptcha(ctx, phone, 'step_up')) }
}
