import { coupons } from '#contract/coupons.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import { type CampaignForm, operatorCoupons } from '#contract/operator/coupons.ts'
import type { MoneyLife } from '#tests/server/money-model/life.ts'
import type { SpendingPurpose } from '#tests/server/money-model/model-wallet.ts'
import type { MoneyStepOf } from '#tests/server/money-model/steps.ts'
import { approvePendingChange } from '#tests/support/approve-pending-change.ts'
import type { ApiReply } from '#tests/support/calls.ts'
import { toProductId } from '#tests/support/market.ts'

const hourMs = 3_600_000
const productId = toProductId('RTX 4090')

/** What a campaign's terms narrow, as the wire and as the model say it. */
const terms = {
  any: { scope: {}, only: undefined },
  short: { scope: {}, only: undefined },
  usage: { scope: { uses: ['usage'] }, only: { use: 'usage' } },
  model: { scope: { product_ids: [productId] }, only: { product_id: productId } },
} satisfies Record<MoneyStepOf<'grant'>['terms'], { scope: Partial<CampaignForm>; only: Partial<SpendingPurpose> | undefined }>

/** A campaign with these terms; one that ends in two hours is made for each voucher. */
async function campaignOf({ world, now }: MoneyLife, { fen, terms: name }: MoneyStepOf<'grant'>): Promise<string> {
  const known = name === 'short' ? undefined : world.campaigns.get(`${name} ${fen}`)
  if (known) return known
  const validity =
    name === 'short'
      ? { validity: 'dates' as const, starts_at: new Date(now).toISOString(), ends_at: new Date(now + 2 * hourMs).toISOString() }
      : { validity: 'days' as const, valid_days: 366 }
  const form = { name: '迎新代金券', reason: '迎新', kind: 'voucher', how: 'grant', quota: 10_000, per_user: 100 } as const
  const { scope }: { scope: Partial<CampaignForm> } = terms[name]
  const [officer] = world.finance
  const body = { ...form, face: formatFenAsYuan(BigInt(fen)), ...scope, ...validity }
  const { id } = (await officer.call(operatorCoupons.create, { body })).data
  world.campaigns.set(`${name} ${fen}`, id)
  return id
}

/** What takes something off one order: ¥20 from ¥100 on, or a fifth. */
const couponTerms = {
  reduction: { form: { threshold: '100', reduction: '20.00' }, threshold: 10_000n, off: { fen: 2_000n } },
  discount: { form: { threshold: '0', percent: 80 }, threshold: 0n, off: { percent: 80n } },
} as const

/** Another approves what is more than one may give alone. */
async function granted({ world }: MoneyLife, { data }: ApiReply<(typeof operatorCoupons)['grant']>): Promise<void> {
  if (data.pending > 0) await approvePendingChange(world.rental, data.id).then((reply) => reply.data)
}

/** An operator gives a coupon for one order. */
export async function coupon(life: MoneyLife, step: MoneyStepOf<'coupon'>): Promise<void> {
  const { campaigns, finance } = life.world
  const [officer] = finance
  const { form, threshold, off } = couponTerms[step.kind]
  if (!campaigns.has(step.kind)) {
    const given = { reason: '迎新', how: 'grant', quota: 10_000, per_user: 100, validity: 'days', valid_days: 20 } as const
    const body = { name: '迎新优惠券', kind: step.kind, ...form, ...given }
    campaigns.set(step.kind, (await officer.call(operatorCoupons.create, { body })).data.id)
  }
  const sent = { params: { id: campaigns.get(step.kind)! }, body: { users: life.person.id, reason: '迎新' } }
  await granted(life, await life.send(step, (options) => officer.call(operatorCoupons.grant, sent, options)))
  const { data } = await life.person.call(coupons.list, { query: { page_size: 100, kind: step.kind } })
  const { id, valid_until: validUntil } = data.find((one) => life.coupons.every((known) => known.id !== one.id))!
  life.coupons.push({ id, threshold, off, until: Date.parse(validUntil), used_by: undefined })
}

/** An operator gives a voucher. */
export async function grant(life: MoneyLife, step: MoneyStepOf<'grant'>): Promise<void> {
  const fen = BigInt(step.fen)
  const [officer] = life.world.finance
  const sent = { params: { id: await campaignOf(life, step) }, body: { users: life.person.id, reason: '迎新' } }
  await granted(life, await life.send(step, (options) => officer.call(operatorCoupons.grant, sent, options)))
  const { data } = await life.person.call(coupons.list, { query: { page_size: 100, kind: 'voucher' } })
  const { id, valid_until: validUntil } = data.find((one) => life.purse.vouchers.every((known) => known.id !== one.id))!
  const { only }: { only: Partial<SpendingPurpose> | undefined } = terms[step.terms]
  life.purse.vouchers.push({ id, fen: 0n, until: Date.parse(validUntil), ...(only && { only }) })
  life.owes({ kind: 'voucher_grant', ref: id, legs: () => ({ promotion: -fen, [`voucher ${id}`]: fen }) })
}
