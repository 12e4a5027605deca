import type { Transaction } from 'kysely'
import type { auth, CaptchaPurpose } from '#contract/auth.ts'
import { dayMs } from '#contract/day.ts'
import type { EndpointData, HandlerInput } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { requireChallenge } from '#server/domains/accounts/auth/challenge.service.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { buildSmsBudgetSlots, notifySmsBudgetUse } from '#server/domains/accounts/auth/sms-budget.service.ts'
import { captchasRepo } from '#server/domains/accounts/auth/sms-captchas.repo.ts'
import {
  buildPhoneCheckSlots,
  buildSceneSendSlots,
  computeCallerLimits,
  computeVisitorLimits,
  type SendLimits,
} from '#server/domains/accounts/auth/sms-limits.policy.ts'
import { reportProviderTroubles } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { getConfirmedScene } from '#server/domains/accounts/wechat/scenes.service.ts'
import { recordSmsSend } from '#server/domains/notify/sms-receipts/sms-receipts.service.ts'
import type { Context } from '#server/http/context.ts'
import { claimRateSlots, releaseRateSlots } from '#server/http/rate-limits.ts'
import { newCaptchaCode, newId } from '#server/lib/ids.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { computeSignatures } from '#server/lib/signing.ts'
import { SmsUnsentError } from '#server/ports/sms.ts'

type CaptchaRequest = HandlerInput<typeof auth.send_captcha>['body']
type SendResult = EndpointData<typeof auth.send_captcha>

const knownDays = 90
const heldBackMessage = '这个号码收到的验证码太多，短信服务商暂时不再发送，请过一小时再试'

/**
 * Returns whether the phone's account has recently signed in from the address's network, excluding sessions that were forced to
 * end.
 */
async function hasSignedInFrom(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  phone: string,
  ip: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - knownDays * dayMs)
  const addresses = await sessionsRepo(database.kysely).addressesOf(phone, since)
  return addresses.some((address) => toSubscriberNetwork(address) === toSubscriberNetwork(ip))
}

const computeCodeHashes = ({ keys }: Pick<Deps, 'keys'>, phone: string, type: CaptchaPurpose, code: string) =>
  computeSignatures(keys.captcha, `${type}:${phone}:${code}`)

/** Returns whether a phone has an account (requirements §7). */
export async function isPhoneRegistered({ deps, request }: Context, phone: string): Promise<boolean> {
  await claimRateSlots(deps, buildPhoneCheckSlots(toSubscriberNetwork(request.ip)))
  return (await authRepo(deps.database.kysely).findByPhone(phone)) !== undefined
}

/** Requires a given scene to be confirmed, and limits the codes sent for it. */
async function takeSceneSend(ctx: Context, sceneStr: string): Promise<void> {
  const { scene } = await getConfirmedScene(ctx, ctx.deps.database.kysely, sceneStr)
  await claimRateSlots(ctx.deps, buildSceneSendSlots(scene))
}

/** Returns whether to send a code. Purposes whose answer depends on the account refuse openly; the others must not reveal it. */
async function shouldSendCode(
  ctx: Context,
  { phone, captcha_type: type, scene_str: sceneStr }: CaptchaRequest,
): Promise<boolean> {
  if (type === 'login' || type === 'reset_password') {
    return (await authRepo(ctx.deps.database.kysely).findByPhone(phone)) !== undefined
  }
  if (type === 'sub_account') return authRepo(ctx.deps.database.kysely).isInvited(phone, ctx.deps.clock.now())
  // requirements §7 sends phone and type only: without a scene this reveals the same as `check_phone`, under the same limit
  if (type === 'wechat_bind' && sceneStr) await takeSceneSend(ctx, sceneStr)
  const registered = await isPhoneRegistered(ctx, phone)
  if (type === 'register' && registered) throw createFieldRefusal('phone_taken', 'phone')
  if (type === 'wechat_bind' && !registered) throw createFieldRefusal('phone_not_registered', 'phone') // requirements §8
  return true
}

/** Sends a six-digit code and returns the seconds until the next one may be requested. */
export async function sendCaptcha(ctx: Context, asked: CaptchaRequest): Promise<SendResult> {
  const { phone, captcha_type: captchaType } = asked
  await requireChallenge(ctx, asked)
  const sending = await shouldSendCode(ctx, asked)
  const known = await hasSignedInFrom(ctx.deps, phone, ctx.request.ip)
  return issueCaptcha(ctx, phone, captchaType, computeVisitorLimits(phone, toSubscriberNetwork(ctx.request.ip), known), sending)
}

/** Like `sendCaptcha`, for a signed-in caller. */
export const sendCallerCaptcha = (ctx: Context, phone: string, type: CaptchaPurpose): Promise<SendResult> =>
  issueCaptcha(ctx, phone, type, computeCallerLimits(ctx.caller.user_id, phone, type), true)

/** Stores a code and sends it; without `sending` it looks the same from outside. Throws `captcha_too_soon`, `sms_used_up`. */
async function issueCaptcha(
  ctx: Context,
  phone: string,
  type: CaptchaPurpose,
  taking: SendLimits,
  sending: boolean,
): Promise<SendResult> {
  const { deps, request } = ctx
  const budgetSlots = buildSmsBudgetSlots(deps, taking.asker, sending)
  const slots = [...taking.slots, ...budgetSlots]
  await claimRateSlots(deps, slots, (tx, taken) => notifySmsBudgetUse(tx, taken))
  const repo = captchasRepo(deps.database.kysely)
  const code = newCaptchaCode()
  const now = deps.clock.now()
  const row = {
    id: newId('captcha'),
    phone,
    captcha_type: type,
    code_hash: computeCodeHashes(deps, phone, type, code)[0],
    network: toSubscriberNetwork(request.ip),
    created_at: now,
    expires_at: new Date(now.getTime() + limits.captchaValidSeconds * 1000),
  }
  await repo.insert(row)
  try {
    if (sending) {
      const { troubles, taken } = await deps.sms.send({ phone, type, code })
      await recordSmsSend(deps, taken, 'code')
      await reportProviderTroubles(deps, troubles)
    }
  } catch (error) {
    // The provider's error message may contain the phone.
    deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'verification code could not be sent')
    await repo.remove(row.id)
    const heldBack = error instanceof SmsUnsentError && error.held_back
    // What the provider holds back counts as asked for, but not as sent.
    await releaseRateSlots(deps, heldBack ? budgetSlots : slots)
    if (error instanceof SmsUnsentError) await reportProviderTroubles(deps, error.troubles)
    throw heldBack ? new Refusal('captcha_too_soon', { message: heldBackMessage }) : new Refusal('unavailable')
  }
  return { resend_after: limits.smsResendSeconds }
}

/**
 * Returns the id of the code the person entered, for `spendCaptcha`; throws `bad_captcha` otherwise. Runs outside the call's
 * transaction, because a wrong attempt counts although the call is refused. Wrong attempts from other networks than the
 * requesting one burn the code for those networks only, so that a stranger cannot block the owner.
 */
export async function checkCaptcha(
  { deps, request }: Context,
  phone: string,
  captchaType: CaptchaPurpose,
  code: string,
): Promise<string> {
  const codeHashes = computeCodeHashes(deps, phone, captchaType, code)
  const asked = {
    phone,
    captcha_type: captchaType,
    code_hashes: codeHashes,
    network: toSubscriberNetwork(request.ip),
    tries_max: limits.captchaMaxTries,
  }
  const compared = await captchasRepo(deps.database.kysely).compare(asked, deps.clock.now())
  if (!compared?.right) throw createFieldRefusal('bad_captcha', 'captcha')
  return compared.id
}

/** Marks a code as used, in the transaction of its effect: one code, one effect. */
export async function spendCaptcha(trx: Transaction<DB>, { clock }: Pick<Deps, 'clock'>, id: string): Promise<void> {
  if (!(await captchasRepo(trx).spend(id, clock.now()))) throw createFieldRefusal('bad_captcha', 'captcha')
}
