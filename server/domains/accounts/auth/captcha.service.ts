import type { Transaction } from 'kysely'
import type { auth, CaptchaPurpose } from '#contract/auth.ts'
import type { DataOf, Received } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { authRepo } from '#server/domains/accounts/auth/auth.repo.ts'
import { captchasRepo } from '#server/domains/accounts/auth/captchas.repo.ts'
import { passChallenge } from '#server/domains/accounts/auth/challenge.service.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { type Asker, budgetSlots, raiseAlarms } from '#server/domains/accounts/auth/sms-budget.service.ts'
import { getConfirmed } from '#server/domains/accounts/wechat/scenes.service.ts'
import type { Context } from '#server/http/context.ts'
import { atMost } from '#server/http/rate-limits.policy.ts'
import { giveBackSlots, type Slot, takeSlots } from '#server/http/rate-limits.ts'
import { newCaptchaCode, newId } from '#server/lib/ids.ts'
import { networkOf } from '#server/lib/network.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { signaturesOf } from '#server/lib/signing.ts'

type Sending = Received<typeof auth.send_captcha>['body']
type Sent = DataOf<typeof auth.send_captcha>

const day = 86_400
const per_phone_network_and_day = 10 // product §2
const per_phone_and_day = 20 // from all networks that its account has not signed in from
const per_network_and_day = 30 // product §2
const per_user_and_day = 10
const invitations_per_user_and_day = 30
const known_days = 90
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

/** What a code takes of the limits, and from which part of the day's budget. */
interface Taking {
  asker: Asker
  slots: Slot[]
}

/** Whether a phone's account has signed in from the network of an address of late, and was not made to leave. */
async function isKnownFrom({ clock, database }: Pick<Deps, 'clock' | 'database'>, phone: string, ip: string): Promise<boolean> {
  const since = new Date(clock.now().getTime() - known_days * day * 1000)
  const addresses = await sessionsRepo(database.kysely).addressesOf(phone, since)
  return addresses.some((address) => networkOf(address) === networkOf(ip))
}

/**
 * Asked for without signing in: a stranger uses up what is his, and not what the owner of the phone needs elsewhere, nor where he
 * has signed in before.
 */
async function visitorTaking(deps: Deps, phone: string, ip: string): Promise<Taking> {
  const network = networkOf(ip)
  const known = await isKnownFrom(deps, phone, ip)
  const slots = [
    daySlot(`sms-day:${phone}:${network}`, per_phone_network_and_day),
    daySlot(`sms-day:${network}`, per_network_and_day),
  ]
  if (known) return { asker: 'known', slots: [onceSlot(`sms:${phone}:${network}`), ...slots] }
  return { asker: 'visitor', slots: [onceSlot(`sms:${phone}`), ...slots, daySlot(`sms-day:${phone}`, per_phone_and_day)] }
}

/** Asked for by who is signed in: nothing that a visitor does counts here. */
function ownTaking(user_id: string, phone: string, type: CaptchaPurpose): Taking {
  const slots = [
    onceSlot(`sms-own:${phone}`),
    type === 'sub_account'
      ? daySlot(`sms-invite-day:${user_id}`, invitations_per_user_and_day)
      : daySlot(`sms-own-day:${user_id}`, per_user_and_day),
    // It need not be his phone: many accounts must not fill a stranger's.
    ...(type === 'step_up' ? [] : [daySlot(`sms-own-day:${phone}`, per_phone_and_day)]),
  ]
  return { asker: 'known', slots }
}

/** Slots of the calls that tell whether a phone has an account: those are limited hard (product §2). */
const questionSlots = (ip: string): Slot[] => [
  { key: `check-phone:${networkOf(ip)}`, policy: atMost(questions_per_minute, 60), refusal: 'too_many_requests' },
]

const hashesOf = ({ keys }: Pick<Deps, 'keys'>, phone: string, type: CaptchaPurpose, code: string) =>
  signaturesOf(keys.captcha, `${type}:${phone}:${code}`)

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
export async function sendCaptcha(ctx: Context, asked: Sending): Promise<Sent> {
  const { phone, captcha_type } = asked
  await passChallenge(ctx, asked)
  const sending = await isRecipient(ctx, asked)
  return issue(ctx, phone, captcha_type, await visitorTaking(ctx.deps, phone, ctx.request.ip), sending)
}

/** The same by a call of who is signed in. */
export const sendOwnCaptcha = (ctx: Context, phone: string, type: CaptchaPurpose): Promise<Sent> =>
  issue(ctx, phone, type, ownTaking(ctx.caller.user_id, phone, type), true)

/** Writes a code down and sends it; not `sending` looks the same from outside. Throws `captcha_too_soon`, `sms_used_up`. */
async function issue(ctx: Context, phone: string, type: CaptchaPurpose, taking: Taking, sending: boolean): Promise<Sent> {
  const { deps, request } = ctx
  const slots = [...taking.slots, ...budgetSlots(deps, taking.asker, sending)]
  await takeSlots(deps, slots, (tx, taken) => raiseAlarms(tx, taken))
  const repo = captchasRepo(deps.database.kysely)
  const code = newCaptchaCode()
  const now = deps.clock.now()
  const row = {
    id: newId('captcha'),
    phone,
    captcha_type: type,
    code_hash: hashesOf(deps, phone, type, code)[0],
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
  const code_hashes = hashesOf(deps, phone, captcha_type, code)
  const asked = { phone, captcha_type, code_hashes, network: networkOf(request.ip), tries_max: limits.captcha_max_tries }
  const compared = await captchasRepo(deps.database.kysely).compare(asked, deps.clock.now())
  if (!compared?.right) throw refuseField('bad_captcha', 'captcha')
  return compared.id
}

/** Spends a code with what it was given for: one code, one effect. */
export async function spendCaptcha(trx: Transaction<DB>, { clock }: Pick<Deps, 'clock'>, id: string): Promise<void> {
  if (!(await captchasRepo(trx).spend(id, clock.now()))) throw refuseField('bad_captcha', 'captcha')
}
