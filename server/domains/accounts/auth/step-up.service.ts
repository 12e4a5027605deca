import type { DataOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { Proof, step_up } from '#contract/step-up.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { checkCaptcha, sendOwnCaptcha, spendCaptcha } from '#server/domains/accounts/auth/captcha.service.ts'
import { isPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import type { Context } from '#server/http/context.ts'
import { backOff } from '#server/http/rate-limits.policy.ts'
import { giveBackSlots, type Slot, takeSlots } from '#server/http/rate-limits.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { refuseField } from '#server/lib/refusal.ts'

const tries_at_once = 5
const day = 86_400

const trySlot = (user_id: string): Slot => ({
  key: `step-up:${user_id}`,
  policy: backOff(tries_at_once, day),
  refusal: 'too_many_attempts',
})

/** The account of the caller; answers the id of a code to be spent, when that was the proof. `field` is where the password was typed. */
export async function checkProof(ctx: Context, { password, captcha }: Proof, field = 'password') {
  const { deps, caller } = ctx
  const account = await authRepo(deps.database.kysely).get(caller.user_id)
  if (captcha) return { account, captcha_id: await checkCaptcha(ctx, account.phone, 'step_up', captcha) }
  const slot = trySlot(caller.user_id)
  await takeSlots(deps, [slot])
  if (!(await isPassword(account.password_hash, password ?? ''))) throw refuseField('wrong_password', field)
  await giveBackSlots(deps, [slot])
  return { account, captcha_id: undefined }
}

/** Marks this session, and no other, as one whose person has proved who he is. */
export async function proveAnew(ctx: Context, proof: Proof): Promise<DataOf<typeof step_up.prove>> {
  const { deps, caller } = ctx
  const { captcha_id } = await checkProof(ctx, proof)
  const now = deps.clock.now()
  await ctx.transaction(async (tx) => {
    if (captcha_id) await spendCaptcha(tx.db, deps, captcha_id)
    await sessionsRepo(tx.db).stepUp(caller.session_id, now)
  })
  return { valid_until: new Date(now.getTime() + limits.step_up_seconds * 1000).toISOString() }
}

/** A code to the phone the account has, which the browser need not know. */
export async function sendOwnCode(ctx: Context): Promise<DataOf<typeof step_up.send_captcha>> {
  const { phone } = await authRepo(ctx.deps.database.kysely).get(ctx.caller.user_id)
  return { phone: maskPhone(phone), ...(await sendOwnCaptcha(ctx, phone, 'step_up')) }
}
