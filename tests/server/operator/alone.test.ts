import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { coupons } from '#contract/coupons.ts'
import { operatorAdjustments } from '#contract/operator/adjustments.ts'
import { operatorBankTransfers } from '#contract/operator/bank-transfers.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorCoupons } from '#contract/operator/coupons.ts'
import { operatorOrders } from '#contract/operator/money.ts'
import { operatorStorage } from '#contract/operator/storage.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { approvePendingChange } from '#tests/support/approve-pending-change.ts'
import { buildCampaignForm, type CampaignInput, openCampaign } from '#tests/support/coupons.ts'
import { buildSimulatedHost, testRegionId } from '#tests/support/market.ts'
import { submitTransferProof } from '#tests/support/payments.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
/** Has given nothing today. */
let finance: Person
let colleague: Person
let numbers = 0
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 64)] })
})
beforeEach(async () => {
  finance = await rental.addPerson({ role: 'operator_finance' })
  colleague = await rental.addPerson({ role: 'operator_finance' })
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

const reason = '机房断电补偿'
const adjust = (user: Person, amount: string) =>
  finance.call(operatorAdjustments.create, { body: { user: user.id, direction: 'add', amount, reason } })
const found = (wish: CampaignInput) => finance.call(operatorCoupons.create, { body: buildCampaignForm(wish) })
const grant = (id: string, ...users: Person[]) =>
  finance.call(operatorCoupons.grant, { params: { id }, body: { users: users.map((user) => user.id).join('\n'), reason } })
const makeCodes = (id: string, count: number) =>
  finance.call(operatorCoupons.make_codes, { params: { id }, body: { count, reason } })
const refund = (id: string, amount: string) => finance.call(operatorOrders.refund, { params: { id }, body: { amount, reason } })
const confirm = (id: string, bankReference = `ALONE${++numbers}`, by = finance) =>
  by.call(operatorBankTransfers.confirm, { params: { id }, body: { bank_reference: bankReference } })
const transferOf = async (person: Person, amount: string) => (await submitTransferProof(person, amount)).data.id
const paidOrder = async (person: Person) => (await rental.order(person, { charge_rule: 'week' })).data.id
const purse = async (person: Person) => {
  const { cash, voucher } = await rental.walletOf(person)
  return [cash, voucher]
}

/** A sub-account of somebody, straight in the table. */
async function subOf(master: Person): Promise<Person> {
  const sub = await rental.addPerson({ account_type: 'sub' })
  await rental.deps.database.kysely.updateTable('users').set({ master_id: master.id }).where('id', '=', sub.id).execute()
  return sub
}

describe('product §10 Nobody gives himself anything', () => {
  it('no voucher of ¥10,000, however often he asks, nor one for his sub-account or for who may give, too', async () => {
    const id = await openCampaign(rental, { how: 'grant', face: '10000.00', quota: 10 })
    const admin = await rental.addPerson({ role: 'operator_admin' })
    for (const whom of [finance, finance, finance, await subOf(finance), colleague, admin]) {
      const reply = await grant(id, whom)
      expect([reply.code, reply.errors]).toEqual([resultCodes.forbidden.code, { users: [`有发放权限的账号不能收：${whom.id}`] }])
    }
    expect(await purse(finance)).toEqual(['100.00', '0.00'])
    expect((await finance.call(operatorCoupons.get, { params: { id } })).data).toMatchObject({ taken: 0, pending: 0 })
  })

  it('nothing that he takes like everybody else, where he could have made it', async () => {
    const campaignId = await openCampaign(rental)
    const claim = async (person: Person) => (await person.call(coupons.claim, { body: { campaign_id: campaignId } })).code
    expect(await claim(finance)).toBe(resultCodes.action_not_allowed.code)
    expect(await claim(await subOf(finance))).toBe(resultCodes.gifts_of_master.code)
  })

  it('no adjustment, refund, transfer, quota or role, for himself or an account of his master', async () => {
    const master = await rental.addPerson({ balance: '1000.00' })
    const order = await paidOrder(master)
    const transfer = await transferOf(master, '5.00')
    const { kysely } = rental.deps.database
    const own = { account_type: 'sub', master_id: master.id, role: 'operator_admin' }
    const admin = await rental.addPerson()
    await kysely.updateTable('users').set(own).where('id', '=', admin.id).execute()
    finance = admin
    for (const whom of [admin, master]) expect((await adjust(whom, '1.00')).errors).toEqual({ user: ['不能调整自己的余额'] })
    expect((await refund(order, '1.00')).code).toBe(resultCodes.own_review.code)
    expect((await confirm(transfer)).code).toBe(resultCodes.own_review.code)
    for (const { id } of [admin, master]) {
      const role = await admin.call(operatorUsers.request_role, { params: { id }, body: { role: 'operator_admin', reason } })
      expect(role.code).toBe(resultCodes.own_change.code)
      const quota = { region_id: testRegionId, quota_gb: 500, reason }
      expect((await admin.call(operatorStorage.set_quota, { params: { id }, body: quota })).code).toBe(
        resultCodes.own_change.code,
      )
    }
  })

  it('nor does he approve for himself what another asked for', async () => {
    const { id } = (await adjust(colleague, '5000')).data
    expect((await colleague.call(operatorChanges.approve, { params: { id } })).code).toBe(resultCodes.own_change.code)
  })
})

describe('product §10 One limit of a day for all that one gives alone', () => {
  it('counts adjustments, coupons at what they are worth, refunds and transfers together', async () => {
    const person = await rental.addPerson({ balance: '1000.00' })
    const order = await paidOrder(person)
    const id = await openCampaign(rental, { how: 'grant', face: '200.00' })
    const codesOf = await openCampaign(rental, {
      how: 'code',
      kind: 'reduction',
      face: undefined,
      threshold: '0',
      reduction: '20.00',
    })
    expect((await adjust(person, '300.00')).data.pending).toBe(false)
    expect((await grant(id, person)).data).toMatchObject({ taken: 1, pending: 0 })
    expect((await makeCodes(codesOf, 5)).data).toMatchObject({ codes: 5, pending: 0 })
    expect((await refund(order, '300.00')).data).toMatchObject({ refunded: '300.00', refund_pending: false })
    expect((await confirm(await transferOf(person, '100.00'))).data.status).toBe('credited')

    expect((await adjust(await rental.addPerson(), '0.01')).data.pending).toBe(true)
    expect((await grant(id, await rental.addPerson())).data).toMatchObject({ taken: 1, pending: 1 })
    expect((await makeCodes(codesOf, 1)).data).toMatchObject({ codes: 5, pending: 1 })
    expect((await refund(order, '0.01')).data).toMatchObject({ refunded: '300.00', refund_pending: true })
    expect((await confirm(await transferOf(person, '0.01'))).data).toMatchObject({ status: 'confirmed', own: true })
    expect((await found({ face: '0.01', quota: 1 })).data).toMatchObject({ state: 'waiting', pending: 1 })

    await rental.clock.advance(86_400_000)
    expect((await adjust(await rental.addPerson(), '1000.00')).data.pending).toBe(false)
  })

  it('is not passed by asking for everything at once', async () => {
    const id = await openCampaign(rental, { how: 'grant', face: '100.00', per_user: 1 })
    const people = await rental.addPeople(12)
    const orders = await Promise.all((await rental.addPeople(4, { balance: '1000.00' })).map(paidOrder))
    await Promise.all([
      ...people.slice(0, 6).map((person) => adjust(person, '100.00')),
      ...people.map((person) => grant(id, person)),
      ...orders.map((order) => refund(order, '100.00')),
    ])
    const { kysely } = rental.deps.database
    const alone = await kysely.selectFrom('given_alone').select('amount_fen').where('operator_id', '=', finance.id).execute()
    const adjusted = await kysely
      .selectFrom('balance_adjustments')
      .select('amount_fen')
      .where('requested_by', '=', finance.id)
      .where('approved_by', 'is', null)
      .execute()
    expect([...alone, ...adjusted].reduce((sum, { amount_fen: amountFen }) => sum + amountFen, 0n)).toBe(100_000n)
  })

  it('counts a discount without a cap as the most that a coupon may be worth', async () => {
    const id = await openCampaign(rental, { how: 'grant', kind: 'discount', face: undefined, threshold: '0', percent: 50 })
    expect((await grant(id, await rental.addPerson())).data).toMatchObject({ taken: 0, pending: 1 })
  })
})

describe('product §10 What is more than one may give alone', () => {
  it('is granted by another, once, and counts for neither', async () => {
    const [one, two] = [await rental.addPerson(), await rental.addPerson()]
    const id = await openCampaign(rental, { how: 'grant', face: '600.00', per_user: 1 })
    expect((await grant(id, one, two)).data).toMatchObject({ taken: 0, pending: 1 })
    expect(await purse(one)).toEqual(['100.00', '0.00'])
    const { data } = await colleague.call(operatorChanges.list, { query: { kind: 'coupon_grant', status: 'pending' } })
    // In the words of who asked.
    expect(data[0]!.reason).toBe(reason)
    const asked = data.find(({ target_id: targetId }) => targetId === id)!
    expect(asked.title).toBe('发放「新人代金券」给 2 人，最多值 1,200.00 元')
    expect((await finance.call(operatorChanges.approve, { params: { id: asked.id } })).code).toBe(resultCodes.own_change.code)
    expect((await colleague.call(operatorChanges.approve, { params: { id: asked.id } })).data.status).toBe('approved')
    expect([await purse(one), await purse(two)]).toEqual([
      ['100.00', '600.00'],
      ['100.00', '600.00'],
    ])
    expect((await adjust(one, '1000.00')).data.pending).toBe(false)
  })

  it('is offered to everybody only once another has approved it', async () => {
    const { id, state } = (await found({ face: '20.00', quota: 51 })).data
    const person = await rental.addPerson()
    const claim = () => person.call(coupons.claim, { body: { campaign_id: id } })
    expect([state, (await claim()).code]).toEqual(['waiting', resultCodes.coupon_gone.code])
    expect((await person.call(coupons.offers)).data.map((offer) => offer.id)).not.toContain(id)
    expect((await approvePendingChange(rental, id)).data.status).toBe('approved')
    expect((await claim()).data.state).toBe('usable')
  })

  it('is never offered when another has rejected it', async () => {
    const { id } = (await found({ face: '20.00', quota: 51 })).data
    const { data } = await colleague.call(operatorChanges.list, { query: { kind: 'coupon_open', status: 'pending' } })
    const asked = data.find(({ target_id: targetId }) => targetId === id)!
    await colleague.call(operatorChanges.reject, { params: { id: asked.id }, body: { note: '预算不够' } })
    expect((await finance.call(operatorCoupons.get, { params: { id } })).data.state).toBe('stopped')
  })

  it('is made of codes and of refunds by another, too, and is asked for anew when something has changed', async () => {
    const person = await rental.addPerson({ balance: '2000.00' })
    const coded = await openCampaign(rental, { how: 'code', face: '100.00', quota: 20 })
    expect((await makeCodes(coded, 11)).data).toMatchObject({ codes: 0, pending: 1 })
    expect((await makeCodes(coded, 21)).errors).toHaveProperty('count')
    expect((await approvePendingChange(rental, coded)).code).toBe('0')
    expect((await finance.call(operatorCoupons.get, { params: { id: coded } })).data.codes).toBe(11)

    await adjust(person, '999.00')
    const order = await paidOrder(person)
    expect((await refund(order, '100.00')).data).toMatchObject({ refunded: '0.00', refund_pending: true })
    expect((await refund(order, '100.00')).code).toBe(resultCodes.change_pending.code)
    await colleague.call(operatorOrders.refund, { params: { id: order }, body: { amount: '5.00', reason } })
    expect((await approvePendingChange(rental, order)).code).toBe(resultCodes.change_outdated.code)
    expect((await finance.call(operatorOrders.get, { params: { id: order } })).data.refunded).toBe('5.00')
  })

  it('is credited of a transfer when another reads the same number in the bank', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const id = await transferOf(person, '1000.01')
    expect((await confirm(id, 'BANK-1')).data).toMatchObject({ status: 'confirmed', two_people: true })
    expect((await confirm(id, 'BANK-1')).code).toBe(resultCodes.second_reviewer.code)
    expect((await confirm(id, 'BANK-1', colleague)).data.status).toBe('credited')
    expect(await purse(person)).toEqual(['1000.01', '0.00'])
  })
})
