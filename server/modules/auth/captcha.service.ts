import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { auth, CaptchaPurpose } from '#contract/auth.ts'
import type { DataOf, Received } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Context } from '#server/http/context.ts'
import { newCaptchaCode, newId } from '#server/ids.ts'
import { authRepo } from '#server/modules/auth/auth.repo.ts'
import { captchasRepo } from '#server/modules/auth/captchas.repo.ts'
import { atMost } from '#server/modules/auth/rate-limits.policy.ts'
import { giveBackSlots, type Slot, takeSlots } from '#server/modules/auth/rate-limits.service.ts'
import { sessionsRepo } from '#server/modules/auth/sessions.repo.ts'
import { getConfirmed } from '#server/modules/wechat/scenes.service.ts'
import { networkOf } from '#server/network.ts'
import { Refusal, refuseField } from '#server/refusal.ts'

type Sending = Received<typeof auth.send_captcha>['body']
type Sent = DataOf<typeof auth.send_captcha>

const day = 86_400
const per_phone_network_and_day = 10 // product §2
const per_phone_and_day = 20 // from all networks where its owner is not signed in
const per_network_and_day = 30 // product §2
const per_user_and_day = 10
const questions_per_minute = 10
const sent_enough = '这个二维码获取验证码的次数已用完，请刷新二维码后重新扫码'
const used_up = '24 小时内获取验证码次数已达上限，请稍后再试'

const onceSlot = (key: string): Slot => ({ key, policy: atMost(1, limits.sms_resend_seconds), refusal: 'captcha_too_soon' })
const daySlot = (key: string, max: number): Slot => ({
  key,
  policy: atMost(max, day),
  refusal: 'captcha_too_soon',
  message: used_up,
})

/** Asked for by nobody knows whom: a stranger uses up what is his, and not what the owner of the phone needs elsewhere. */
async function visitorSlots({ database }: Pick<Deps, 'database'>, phone: string, ip: string): Promise<Slot[]> {
  const network = networkOf(ip)
  const at_home = await sessionsRepo(database.kysely).isSignedInFrom(phone, ip)
  return [
    onceSlot(`sms:${phone}`),
    daySlot(`sms-day:${phone}:${network}`, per_phone_network_and_day),
    daySlot(`sms-day:${network}`, per_network_and_day),
    ...(at_home ? [] : [daySlot(`sms-day:${phone}`, per_phone_and_day)]),
  ]
}

/** Asked for by who is signed in: nothing that a visitor does counts here. */
const ownSlots = (user_id: string, phone: string): Slot[] => [
  onceSlot(`sms-own:${phone}`),
  daySlot(`sms-own-day:${user_id}`, per_user_and_day),
]

/** Slots of the calls that tell whether a phone has an account: those are limited hard (product §2). */
const questionSlots = (ip: string): Slot[] => [
  { key: `check-phone:${networkOf(ip)}`, policy: atMost(questions_per_minute, 60), refusal: 'too_many_requests' },
]

const hashOf = ({ keys }: Pick<Deps, 'keys'>, phone: string, type: CaptchaPurpose, code: string): string =>
  createHmac('sha256', keys.captcha).update(`${type}:${phone}:${code}`).digest('base64url')

/** Whether a phone has an account (spec §7). */
export async function checkPhone({ deps, request }: Context, phone: string): Promise<boolean> {
  await takeSlots(deps, questionSlots(request.ip))
  return (await authRepo(deps.database.kysely).findByPhone(phone)) !== undefined
}

/** A scene that comes along must have been confirmed, and is good for a few codes only. */
async function takeBindSend(ctx: Context, scene_str: string): Promise<void> {
  const { scene } = await getConfirmed(ctx, ctx.deps.database.kysely, scene_str)
  const policy = atMost(limits.wechat_bind_sends, limits.wechat_confirmed_seconds)
  await takeSlots(ctx.deps, [{ key: `wechat-bind:${scene}`, policy, refusal: 'wechat_expired', message: sent_enough }])
}

/** Whether to send at all; the purposes whose answer depends on it say so, the others must not show it. */
async function isRecipient(ctx: Context, { phone, captcha_type: type, scene_str }: Sending): Promise<boolean> {
  if (type === 'login' || type === 'reset_password') {
    return (await authRepo(ctx.deps.database.kysely).findByPhone(phone)) !== undefined
  }
  if (type === 'sub_account') return authRepo(ctx.deps.database.kysely).isInvited(phone, ctx.deps.clock.now())
  // spec §7 asks for phone and type only: without a scene this tells what `check_phone` tells, under the same limit
  if (type === 'wechat_bind' && scene_str) await takeBindSend(ctx, scene_str)
  const registered = await checkPhone(ctx, phone)
  if (type === 'register' && registered) throw refuseField('phone_taken', 'phone')
  if (type === 'wechat_bind' && !registered) throw refuseField('phone_not_registered', 'phone') // spec §8
  return true
}

/** Sends a code of six digits, and answers after how many seconds the next may be asked for. */
export const sendCaptcha = async (ctx: Context, asked: Sending): Promise<Sent> =>
  issueCode(ctx, asked.phone, asked.captcha_type, await isRecipient(ctx, asked))

/** Writes a code down and sends it; not `sending` looks the same from outside. Throws `captcha_too_soon`. */
export async function issueCode(ctx: Context, phone: string, type: CaptchaPurpose, sending = true): Promise<Sent> {
  const { deps, request } = ctx
  const own = type === 'step_up' || type === 'change_phone'
  const slots = own ? ownSlots(ctx.caller.user_id, phone) : await visitorSlots(deps, phone, request.ip)
  await takeSlots(deps, slots)
  const repo = captchasRepo(deps.database.kysely)
  const code = newCaptchaCode()
  const now = deps.clock.now()
  const row = {
    id: newId('captcha'),
    phone,
    captcha_type: type,
    code_hash: hashOf(deps, phone, type, code),
    network: networkOf(request.ip),
    created_at: now,
    expires_at: new Date(now.getTime() + limits.captcha_valid_seconds * 1000),
  }
  await repo.insert(row)
  try {
    if (sending) await deps.sms.send({ phone, type, code })
  } catch (error) {
    // The provider's own words may repeat the phone.
    deps.log.error({ failure: error instanceof Error ? error.name : typeof error }, 'verification code could not be sent')
    await repo.remove(row.id)
    await giveBackSlots(deps, slots)
    throw new Refusal('unavailable')
  }
  return { resend_after: limits.sms_resend_seconds }
}

/**
 * The id of the code a person gave, to be spent with `spendCaptcha`; throws `bad_captcha` otherwise.
 * Runs outside the transaction of the call, because a wrong try counts although the call is refused. Wrong tries from other
 * networks than the one it was asked from burn a code for those only, so that no stranger can take it from its owner.
 */
export async function checkCaptcha(
  { deps, request }: Context,
  phone: string,
  captcha_type: CaptchaPurpose,
  code: string,
): Promise<string> {
  const code_hash = hashOf(deps, phone, captcha_type, code)
  const asked = { phone, captcha_type, code_hash, network: networkOf(request.ip), tries_max: limits.captcha_max_tries }
  const compared = await captchasRepo(deps.database.kysely).compare(asked, deps.clock.now())
  if (!compared?.right) throw refuseField('bad_captcha', 'captcha')
  return compared.id
}

/** Spends a code with what it was given for: one code, one effect. */
export async function spendCaptcha(trx: Transaction<DB>, { clock }: Pick<Deps, 'clock'>, id: string): Promise<void> {
  if (!(await captchasRepo(trx).spend(id, clock.now()))) throw refuseField('bad_captcha', 'captcha')
}
