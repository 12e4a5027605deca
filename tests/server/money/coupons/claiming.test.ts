import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { coupons } from '#contract/coupons.ts'
import { operatorCoupons } from '#contract/operator/coupons.ts'
import { approvePendingChange } from '#tests/support/approve-pending-change.ts'
import { auditAndClose } from '#tests/support/audited-close.ts'
import { getCashAndVoucher, getFinanceOfficer, giveCoupon, openCampaign } from '#tests/support/coupons.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform()
})
afterAll(() => auditAndClose(rental))

const claim = (person: Person, campaignId: string) => person.call(coupons.claim, { body: { campaign_id: campaignId } })

async function makeCodes(campaignId: string, count: number): Promise<string[]> {
  const officer = await getFinanceOfficer(rental)
  const { data } = await officer.call(operatorCoupons.make_codes, {
    params: { id: campaignId },
    body: { count, reason: '开学季' },
  })
  if (data.pending > 0) await approvePendingChange(rental, campaignId)
  const file = await rental.fetchFile(operatorCoupons.codes, { params: { id: campaignId } }, await officer.token())
  return Buffer.from(file.bytes)
    .toString()
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0]!)
}

describe('product §5 Claiming', () => {
  it('fills a voucher with its face value out of what is given away, and says what it is good for', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const id = await giveCoupon(rental, person, { product_ids: ['product-rtx-4090'], uses: ['usage'] })
    const { data } = await person.call(coupons.get, { params: { id } })
    expect(data).toMatchObject({
      kind: 'voucher',
      state: 'usable',
      terms: '10 元',
      remaining: '10.00',
      scope: ['用于按量扣费', '限产品 RTX 4090 一区（一区）'],
    })
    expect(await getCashAndVoucher(rental, person)).toEqual({ cash: '0.00', voucher: '10.00' })
    const entries = await person.call(coupons.entries, { params: { id } })
    expect(entries.data).toMatchObject([{ title: '代金券 新人代金券', amount: '10.00', balance_after: '10.00' }])
  })

  it('gives exactly as many as there are to 50 people at once', async () => {
    const campaignId = await openCampaign(rental, { quota: 20, per_user: 1 })
    const people = await rental.addPeople(50)
    const replies = await Promise.all(people.map((person) => claim(person, campaignId)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
      new Set([resultCodes.coupon_gone.code]),
    )
  })

  it('gives one for one key, and no more than a person may have', async () => {
    const person = await rental.addPerson()
    const campaignId = await openCampaign(rental, { per_user: 2 })
    const same = await Promise.all(
      Array.from({ length: 5 }, () =>
        person.call(coupons.claim, { body: { campaign_id: campaignId } }, { headers: { 'idempotency-key': 'one' } }),
      ),
    )
    expect(new Set(same.map(({ raw }) => raw)).size).toBe(1)
    expect((await claim(person, campaignId)).status).toBe(200)
    expect((await claim(person, campaignId)).code).toBe(resultCodes.coupon_limit.code)
    const offers = (await person.call(coupons.offers)).data
    expect(offers.find(({ id }) => id === campaignId)).toMatchObject({ mine: 2, face: '10.00', why_not: '已领取', left: 998 })
  })

  it('ends with the campaign; what was taken stays', async () => {
    const person = await rental.addPerson()
    const campaignId = await openCampaign(rental)
    const held = (await claim(person, campaignId)).data
    await (await getFinanceOfficer(rental)).call(operatorCoupons.stop, { params: { id: campaignId } })
    expect((await claim(person, campaignId)).code).toBe(resultCodes.coupon_gone.code)
    expect((await person.call(coupons.get, { params: { id: held.id } })).data.state).toBe('usable')
  })

  it('of a dated campaign is not yet usable before its day', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const at = (hours: number) => new Date(rental.clock.now().getTime() + hours * 3_600_000).toISOString()
    await giveCoupon(rental, person, { validity: 'dates', starts_at: at(1), ends_at: at(48) })
    expect((await person.call(coupons.list)).data[0]?.state).toBe('not_yet')
    expect((await getCashAndVoucher(rental, person)).voucher).toBe('0.00')
    await rental.clock.advance(3_600_000)
    expect((await person.call(coupons.list)).data[0]?.state).toBe('usable')
    expect((await getCashAndVoucher(rental, person)).voucher).toBe('10.00')
  })
})

describe('product §5 Redeeming a code', () => {
  it('gives what it stands for, once, however it is typed', async () => {
    const campaignId = await openCampaign(rental, { how: 'code', quota: 10 })
    const [code = ''] = await makeCodes(campaignId, 3)
    expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
    const person = await rental.addPerson({ balance: '0.00' })
    const redeem = (typed: string) => person.call(coupons.redeem, { body: { code: typed } })
    expect((await redeem(` ${code.toLowerCase().replaceAll('-', ' ')} `)).data).toMatchObject({ remaining: '10.00', how: 'code' })
    const [again, unknown] = [await redeem(code), await redeem('AAAA-BBBB-CCCC-DDDD')]
    expect([again.status, again.code, again.message]).toEqual([unknown.status, unknown.code, unknown.message])
    expect(unknown.code).toBe(resultCodes.coupon_code_invalid.code)
  })

  it('gives it to one of twenty who send it at once', async () => {
    const campaignId = await openCampaign(rental, { how: 'code', quota: 10 })
    const [code = ''] = await makeCodes(campaignId, 1)
    const people = await rental.addPeople(20)
    const replies = await Promise.all(
      people.map((person, nth) => person.call(coupons.redeem, { body: { code } }, { ip: `10.3.${nth}.1` })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('lets nobody guess: ten tries an hour', async () => {
    const person = await rental.addPerson()
    const tries = []
    for (let nth = 0; nth < 11; nth += 1)
      tries.push(await person.call(coupons.redeem, { body: { code: `X${nth}` } }, { ip: '10.4.4.4' }))
    expect(tries.map(({ status }) => status)).toEqual([...Array(10).fill(409), 429])
    await rental.clock.advance(3_600_000)
    expect((await person.call(coupons.redeem, { body: { code: 'X' } }, { ip: '10.4.4.4' })).status).toBe(409)
  })

  it('keeps nothing that could be redeemed, and no more codes than the quota', async () => {
    const campaignId = await openCampaign(rental, { how: 'code', quota: 2 })
    const made = await makeCodes(campaignId, 2)
    const rows = await rental.deps.database.kysely.selectFrom('coupon_codes').selectAll().execute()
    for (const code of made) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
    const more = await (await getFinanceOfficer(rental)).call(operatorCoupons.make_codes, {
      params: { id: campaignId },
      body: { count: 1, reason: '开学季' },
    })
    expect(more.errors).toEqual({ count: ['总数量 2，最多还能生成 0 个'] })
  })
})

describe('product §10 The office', () => {
  it('grants to named people, all of them or none, and tells them', async () => {
    const officer = await getFinanceOfficer(rental)
    const campaignId = await openCampaign(rental, { how: 'grant', per_user: 1 })
    const [first, second] = await rental.addPeople(2, { balance: '0.00' })
    const grant = (users: string) =>
      officer.call(operatorCoupons.grant, { params: { id: campaignId }, body: { users, reason: '开学季' } })
    expect((await grant(`${first!.id}\nnobody`)).errors).toEqual({ users: ['没有这些用户：nobody'] })
    expect((await getCashAndVoucher(rental, first!)).voucher).toBe('0.00')
    expect((await grant(`${first!.id}\n${second!.id}`)).data).toMatchObject({ taken: 2, given: '20.00', used: '0.00' })
    expect((await grant(first!.id)).errors?.users?.[0]).toContain('已领满 1 张')
    expect((await getCashAndVoucher(rental, second!)).voucher).toBe('10.00')
    const held = await officer.call(operatorCoupons.held, { query: { campaign_id: campaignId } })
    expect(held.total).toBe(2)
  })

  it.each([
    [{ face: undefined }, { face: ['请输入面值'] }],
    [{ face: '10000.01' }, { face: ['金额最多 10,000 元'] }],
    [{ kind: 'reduction' as const, threshold: '10' }, { reduction: ['请输入减免金额'] }],
    [{ kind: 'discount' as const, threshold: '10' }, { percent: ['请输入折扣'] }],
    [
      { kind: 'reduction' as const, threshold: '0', reduction: '1', uses: ['usage' as const] },
      { uses: ['优惠券用于订单，请至少选择一种订单'] },
    ],
    [{ validity: 'dates' as const }, { starts_at: ['请选择开始时间'], ends_at: ['请选择结束时间'] }],
    [{ product_ids: ['product-none'] }, { product_ids: ['有产品不存在'] }],
  ])('asks for what a campaign needs: %j', async (wish, errors) => {
    const { buildCampaignForm: campaignForm } = await import('#tests/support/coupons.ts')
    const reply = await (await getFinanceOfficer(rental)).call(operatorCoupons.create, { body: campaignForm(wish) })
    expect(reply.errors).toEqual(errors)
  })
})
