import { auth } from '#contract/auth.ts'
import { certification } from '#contract/certification.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorRealNames } from '#contract/operator/real-names.ts'
import { computeCreditCodeCheck } from '#contract/tax-number.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import type { StoryTime } from '#server/demo/living/calendar.ts'
import { type CastMember, cast, demoRecharges } from '#server/demo/living/cast.ts'
import { livingRepo } from '#server/demo/living/living.repo.ts'
import type { Scene, Stage } from '#server/demo/living/stage.ts'
import { drawDemoPaper } from '#server/demo/seed-certifications.ts'
import { receivePayment } from '#server/domains/money/wallet/receive-payment.service.ts'
import { newToken } from '#server/lib/ids.ts'

const minuteMs = 60_000
const idCardWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** An identity number with a valid check digit. */
function buildIdNumber(born: string, nth: number): string {
  const body = `110108${born}${String(nth).padStart(3, '0')}`
  const sum = idCardWeights.reduce((total, weight, i) => total + weight * Number(body[i]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}

async function register(stage: Stage, { nickname, phone, invited_by: inviter }: CastMember): Promise<void> {
  const { deps, wire } = stage
  const from = { ip: `10.9.${phone.slice(-4, -2)}.${Number(phone.slice(-2)) + 1}` }
  await wire.call(auth.send_captcha, { body: { phone, captcha_type: 'register' } }, from)
  const captcha = deps.sandbox.sms?.inbox().find((message) => message.phone === phone)?.code ?? ''
  const code = inviter && (await livingRepo(deps.database.kysely).inviteCode(stage.as(inviter).id))
  // nobody knows the password: these people sign in by SMS
  const body = { phone, captcha, password: `Aa1-${newToken()}`.slice(0, 16), ...(code && { invite_code: code }) }
  const { id } = await wire.call(auth.register, { body }, from)
  stage.addActor(nickname, id)
  await stage.as(nickname).call(users.update, { params: { id }, body: { nickname } })
}

const verify = (stage: Stage, { nickname, name, phone, id_born: born }: CastMember) =>
  stage.as(nickname).call(users.verify_real_name, {
    body: { name, id_number: buildIdNumber(born!, Number(phone.slice(-3))), consent: true },
  })

/** Pays at the cashier of the sandbox. */
async function recharge(stage: Stage, nickname: string, yuan: number, channel: 'alipay' | 'wechat'): Promise<void> {
  const { deps } = stage
  const { id } = await stage.as(nickname).call(wallet.recharge, { body: { amount: String(yuan), channel } })
  const order = await livingRepo(deps.database.kysely).tradeNo(id)
  const notice = deps.sandbox.payment?.notice(order)
  if (notice) await receivePayment(deps, channel, notice)
}

async function certify(stage: Stage, { nickname, paper, name }: CastMember): Promise<void> {
  if (!paper) return
  const file = { bytes: await drawDemoPaper(), name: 'paper.png', type: 'image/png' }
  const { organisation } = paper
  if (paper.kind === 'company') {
    const number = paper.credit_code_head + computeCreditCodeCheck(paper.credit_code_head)
    await stage
      .as(nickname)
      .call(certification.submit_company, { body: { organisation, number, person: name, consent: true } }, file)
  } else {
    const { number, standing } = paper
    await stage
      .as(nickname)
      .call(certification.submit_university, { body: { organisation, number, standing, consent: true } }, file)
  }
}

async function passCertification(stage: Stage, nickname: string): Promise<void> {
  const id = await livingRepo(stage.deps.database.kysely).pendingCertificationId(stage.as(nickname).id)
  await stage.as('复核').call(operatorRealNames.pass, { params: { id } })
}

const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * minuteMs)

/** The scenes of one life before anything is rented. */
function buildLifeScenes(member: CastMember, toDate: (time: StoryTime) => Date): Scene[] {
  const joined = toDate(member.joins)
  return [
    { at: joined, play: (stage) => register(stage, member) },
    ...(member.id_born ? [{ at: after(joined, 6), play: (stage: Stage) => verify(stage, member) }] : []),
    ...(member.paper
      ? [
          { at: after(joined, 9), play: (stage: Stage) => certify(stage, member) },
          { at: after(joined, 260), play: (stage: Stage) => passCertification(stage, member.nickname) },
        ]
      : []),
    ...member.recharges.map(
      ([at, yuan, channel]): Scene => ({ at, play: (stage) => recharge(stage, member.nickname, yuan, channel) }),
    ),
  ]
}

/** When the demo accounts last read their notifications: what came later is new to whoever signs in. */
const lastReadings: readonly (readonly [who: string, at: StoryTime])[] = [
  ['林晓', '29 20:40'],
  ['周远', '29 20:45'],
  ['陈砚', '29 20:50'],
  ['运营', '31 8:35'],
  ['复核', '31 8:40'],
]
const readNotifications = (stage: Stage, who: string) => stage.as(who).call(notifications.read, { body: { all: true } })

export const buildCastScenes = (toDate: (time: StoryTime) => Date): Scene[] => [
  ...cast.flatMap((member) => buildLifeScenes(member, toDate)),
  ...demoRecharges.map(([who, at, yuan, channel]): Scene => ({ at, play: (stage) => recharge(stage, who, yuan, channel) })),
  ...lastReadings.map(([who, at]): Scene => ({ at, play: (stage) => readNotifications(stage, who) })),
]
