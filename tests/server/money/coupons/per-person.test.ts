import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activities } from '#contract/activities.ts'
import { resultCodes } from '#contract/codes.ts'
import { coupons } from '#contract/coupons.ts'
import { orders } from '#contract/orders.ts'
import { closeDueAccounts } from '#server/domains/accounts/users/closing.service.ts'
import { campaignsRepo } from '#server/domains/money/coupons/campaigns.repo.ts'
import { grantCoupon } from '#server/domains/money/coupons/give-coupon.service.ts'
import { inTransaction } from '#server/tx.ts'
import { addOperatorTeam, addRunningActivity } from '#tests/support/activities.ts'
import { openCampaign } from '#tests/support/coupons.ts'
import { toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => rental.close())

const dayMs = 86_400_000
const db = () => rental.deps.database.kysely
const claim = (person: Person, campaignId: string) => person.call(coupons.claim, { body: { campaign_id: campaignId } })
const offered = async (person: Person, campaignId: string) =>
  (await person.call(coupons.offers)).data.find(({ id }) => id === campaignId)!
const productId = toProductId('RTX 4090')
const label = async (person: Person, activityId: string) =>
  (await person.call(activities.user_label, { query: { product_id: productId, activity_id: activityId } })).data

/** An account of a master, with a phone nobody has proved. */
async function subOf(master: Person): Promise<Person> {
  const sub = await rental.addPerson({ account_type: 'sub', real_name: false, balance: '0.00' })
  await db().updateTable('users').set({ master_id: master.id }).where('id', '=', sub.id).execute()
  return sub
}

/** Closes an account that is empty, and lets the same person come again. */
async function comeAgain(person: Person): Promise<Person> {
  const { id_number_index: idNumberIndex } = await db()
    .selectFrom('real_names')
    .selectAll()
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const closingAt = new Date(rental.clock.now().getTime() - dayMs)
  await db().updateTable('users').set({ closing_at: closingAt }).where('id', '=', person.id).execute()
  await closeDueAccounts(rental.deps)
  const again = await rental.addPerson({ balance: '0.00' })
  await db().updateTable('real_names').set({ id_number_index: idNumberIndex }).where('user_id', '=', again.id).execute()
  return again
}

describe('product §5 Gifts are one per verified person', () => {
  it('so that sub-accounts take none, and are told who does', async () => {
    const master = await rental.addPerson({ balance: '0.00' })
    const campaignId = await openCampaign(rental, { per_user: 1 })
    for (let nth = 0; nth < 6; nth += 1) {
      const sub = await subOf(master)
      const reply = await claim(sub, campaignId)
      expect([reply.status, reply.code]).toEqual([403, resultCodes.gifts_of_master.code])
      expect(reply.message).toContain('请由主账号')
      expect((await sub.call(coupons.redeem, { body: { code: 'AAAA-BBBB-CCCC-DDDD' } })).code).toBe(
        resultCodes.gifts_of_master.code,
      )
      expect(await offered(sub, campaignId)).toMatchObject({ why_not: '由主账号领取' })
      expect((await rental.walletOf(sub)).voucher).toBe('0.00')
    }
    expect((await claim(master, campaignId)).status).toBe(200)
  })

  it('and who is not verified yet takes none before he is', async () => {
    const person = await rental.addPerson({ real_name: false })
    const campaignId = await openCampaign(rental, { per_user: 1 })
    expect((await claim(person, campaignId)).code).toBe(resultCodes.real_name_required.code)
    expect(await offered(person, campaignId)).toMatchObject({ why_not: '实名认证后可领取' })
  })

  it('whatever accounts he has: what a sub-account that is gone has had counts as well', async () => {
    const master = await rental.addPerson()
    const sub = await subOf(master)
    const campaignId = await openCampaign(rental, { per_user: 1 })
    // As an installation of before the rule may have given it.
    await inTransaction(rental.deps, async (tx) => {
      await grantCoupon(tx, (await campaignsRepo(tx.db).lock(campaignId))!, sub.id)
    })
    await db().updateTable('users').set({ closed_at: rental.clock.now() }).where('id', '=', sub.id).execute()
    expect((await claim(master, campaignId)).code).toBe(resultCodes.coupon_limit.code)
    expect(await offered(master, campaignId)).toMatchObject({ mine: 1, why_not: '已领取' })
  })

  it('and however often he closes his account and comes again', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const campaignId = await openCampaign(rental, { per_user: 1 })
    expect((await claim(person, campaignId)).status).toBe(200)
    const again = await comeAgain(person)
    expect((await claim(again, campaignId)).code).toBe(resultCodes.coupon_limit.code)
    const third = await comeAgain(again)
    expect((await claim(third, campaignId)).code).toBe(resultCodes.coupon_limit.code)
    const stranger = await rental.addPerson({ balance: '0.00' })
    expect((await claim(stranger, campaignId)).status).toBe(200)
  })

  it('and nothing is kept of who closes his account and never had anything', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    await comeAgain(person)
    expect(await db().selectFrom('closed_identities').selectAll().where('user_id', '=', person.id).execute()).toEqual([])
  })

  it('in parallel, too: of many calls at once as many succeed as he may have', async () => {
    const person = await rental.addPerson()
    const campaignId = await openCampaign(rental, { per_user: 2 })
    const replies = await Promise.all(Array.from({ length: 8 }, () => claim(person, campaignId)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set([resultCodes.coupon_limit.code]),
    )
  })

  it('a new user’s activity is his once, not once for each of his accounts', async () => {
    const activityId = await addRunningActivity(rental, await addOperatorTeam(rental), { audience: 'new', per_user: 1 })
    const master = await rental.addPerson({ balance: '1000.00' })
    const sub = await subOf(master)
    expect(await label(sub, activityId)).toMatchObject({ status: false, why_not: '活动由主账号参与，子账号按现价租用' })
    const refused = await rental.quote(sub, { charge_rule: 'week', quantity: 1, activity_id: activityId })
    expect(refused.code).toBe(resultCodes.gifts_of_master.code)
    // Whoever has ordered from one of his accounts is a new user in none of them.
    const other = await rental.addPerson({ balance: '1000.00' })
    const othersSub = await subOf(other)
    await db().updateTable('users').set({ nickname: '标注组' }).where('id', '=', othersSub.id).execute()
    expect((await rental.order(other)).status).toBe(200)
    await db().updateTable('orders').set({ user_id: othersSub.id }).where('user_id', '=', other.id).execute()
    expect(await label(other, activityId)).toMatchObject({ status: false, why_not: '这个活动只面向还没有下过单的新用户' })
    await db().updateTable('orders').set({ user_id: other.id }).where('user_id', '=', othersSub.id).execute()
    expect(await label(master, activityId)).toMatchObject({ status: true })
  })

  it('and once, too, when two of his accounts order at the same moment, each with a price it was promised', async () => {
    const activityId = await addRunningActivity(rental, await addOperatorTeam(rental), { audience: 'new', per_user: 1 })
    const [master, other] = [await rental.addPerson({ balance: '2000.00' }), await rental.addPerson({ balance: '2000.00' })]
    const promised = async (person: Person) =>
      (await rental.quote(person, { charge_rule: 'week', quantity: 1, activity_id: activityId })).data.token
    const wishes = [
      ...(await Promise.all([master, master, master].map(async (by) => ({ by, quote: await promised(by) })))),
      ...(await Promise.all([other, other].map(async (by) => ({ by, quote: await promised(by) })))),
    ]
    // He takes the other in as his sub-account, which then keeps what it was promised for later.
    await db()
      .updateTable('real_names')
      .set({ id_number_index: `gone ${other.id}` })
      .where('user_id', '=', other.id)
      .execute()
    await db().updateTable('users').set({ account_type: 'sub', master_id: master.id }).where('id', '=', other.id).execute()
    const replies = await Promise.all(wishes.map(({ by, quote }) => by.call(orders.create, { body: { quote } })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 409, 409])
    const taken = await db().selectFrom('orders').select('user_id').where('activity_id', '=', activityId).execute()
    expect(taken).toEqual([{ user_id: master.id }])
  })
})
