import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activities } from '#contract/activities.ts'
import { banners } from '#contract/banners.ts'
import { resultCodes } from '#contract/codes.ts'
import { operatorActivities } from '#contract/operator/activities.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import { operatorBanners, operatorHomeMessage } from '#contract/operator/site-content.ts'
import { orders } from '#contract/orders.ts'
import { platform } from '#contract/platform.ts'
import { products } from '#contract/products.ts'
import {
  addActivity,
  addOperatorTeam,
  addRunningActivity,
  applyActivityTerms,
  buildActivityTerms,
  hideActivity,
  type OperatorTeam,
} from '#tests/support/activities.ts'
import { toProductId } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let office: OperatorTeam
beforeAll(async () => {
  rental = await createRentalPlatform()
  office = await addOperatorTeam(rental)
})
afterAll(() => rental.close())

const historyOf = async (id: string) => (await office.admin.call(operatorAudit.history, { params: { id } })).data
const shownTitles = async () =>
  (await rental.call(activities.list)).data.map(({ activity_title: activityTitle }) => activityTitle)

describe('docs/decisions/025 An activity is a price: its terms take two people', () => {
  it('is seen by nobody before another approves the terms and somebody shows it', async () => {
    const id = await addActivity(office, '两人')
    expect((await office.admin.call(operatorActivities.show, { params: { id } })).code).toBe(resultCodes.action_not_allowed.code)
    const body = buildActivityTerms(rental)
    const { data } = await office.finance.call(operatorActivities.request_terms, { params: { id }, body })
    expect(data).toMatchObject({
      status: 'pending',
      kind: 'activity',
      title: '活动「两人」：RTX 4090 一区，现价的 80%',
      before: {},
    })
    expect(data.after).toMatchObject({ percent: '80', period: '1', discount_type: 'week', stock: '', for_existing: 'true' })
    expect((await office.finance.call(operatorChanges.approve, { params: { id: data.id } })).code).toBe(
      resultCodes.own_change.code,
    )
    expect((await office.finance.call(operatorActivities.get, { params: { id } })).data).toMatchObject({
      state: 'draft',
      terms: null,
      terms_pending: true,
    })
    await office.colleague.call(operatorChanges.approve, { params: { id: data.id } })
    expect(await shownTitles()).toEqual([])
    expect((await office.admin.call(operatorActivities.show, { params: { id } })).data).toMatchObject({ state: 'running' })
    expect(await shownTitles()).toEqual(['两人'])
    await hideActivity(office, id)
    expect(await shownTitles()).toEqual([])
  })

  it('changes what new orders pay, while a quote of ten minutes and what was sold keep theirs', async () => {
    const id = await addRunningActivity(rental, office)
    const person = await rental.addPerson({ balance: '2000.00' })
    const wish = { charge_rule: 'week' as const, quantity: 1, activity_id: id }
    const early = (await rental.quote(person, wish)).data
    await applyActivityTerms(office, id, buildActivityTerms(rental, { percent: 50 }))
    expect((await rental.quote(person, wish)).data.amount).toBe('191.52')
    const order = await person.call(orders.create, { body: { quote: early.token } })
    expect(order.data.amount).toBe('306.44')
    expect((await office.admin.call(operatorActivities.get, { params: { id } })).data).toMatchObject({
      orders: 1,
      amount: '306.44',
      terms: { percent: 50 },
    })
    await hideActivity(office, id)
  })

  it('is refused with products that are not there, an end that is over, or nothing new', async () => {
    const id = await addActivity(office)
    const ask = (wish: object) =>
      office.finance.call(operatorActivities.request_terms, { params: { id }, body: buildActivityTerms(rental, wish) })
    expect((await ask({ product_ids: ['product-none'] })).errors).toHaveProperty('product_ids')
    const past = new Date(rental.clock.now().getTime() - 1000).toISOString()
    expect((await ask({ starts_at: '2020-01-01T00:00:00Z', ends_at: past })).errors).toHaveProperty('ends_at')
    expect((await ask({ percent: 100 })).errors).toHaveProperty('percent')
    const terms = buildActivityTerms(rental)
    await applyActivityTerms(office, id, terms)
    expect((await ask(terms)).code).toBe(resultCodes.nothing_to_change.code)
  })

  it('keeps what was changed, before and after, in the audit log', async () => {
    const id = await addActivity(office, '旧名')
    const body = { title: '新名', content: '包周价格立减', art: 'wave', position: 0 } as const
    await office.admin.call(operatorActivities.update, { params: { id }, body })
    expect(await historyOf(id)).toMatchObject([
      { endpoint: 'operator_activities.update', before: { title: '旧名' }, after: { title: '新名' } },
      { endpoint: 'operator_activities.create', after: { title: '旧名', art: 'wave' } },
    ])
  })
})

describe('product §10 Banners', () => {
  const body = {
    title: '开学季',
    text: '包周立减',
    link: '/market',
    art: 'rings',
    position: 2,
    visible_from: null,
    visible_to: null,
  } as const

  it('are shown from their time to their time, in their order', async () => {
    const at = (ms: number) => new Date(rental.clock.now().getTime() + ms).toISOString()
    const add = async (change: object) => (await office.admin.call(operatorBanners.create, { body: { ...body, ...change } })).data
    const second = await add({})
    const first = await add({ title: '先', position: 1, link: '', visible_to: at(60_000) })
    await add({ title: '以后', position: 3, visible_from: at(120_000) })
    const titles = async () => (await rental.call(banners.list)).data.map(({ title }) => title)
    expect(await titles()).toEqual(['先', '开学季'])
    expect(first).toMatchObject({ link: null, shown: true })
    await rental.clock.advance(60_000)
    expect(await titles()).toEqual(['开学季'])
    await rental.clock.advance(60_000)
    expect(await titles()).toEqual(['开学季', '以后'])
    await office.admin.call(operatorBanners.remove, { params: { id: second.id } })
    expect(await titles()).toEqual(['以后'])
    expect((await historyOf(second.id))[0]).toMatchObject({ before: { title: '开学季' } })
  })

  it.each(['javascript:alert(1)', 'http://example.cn', '//evil.cn', '/\\evil.cn', 'https://', '/a b', 'data:text/html,x'])(
    'lead nowhere but into this site or to https: %s',
    async (link) => {
      const reply = await office.admin.call(operatorBanners.create, { body: { ...body, link } })
      expect(reply.errors).toHaveProperty('link')
    },
  )
})

describe('requirements §2 Home message', () => {
  const shown = async () => [
    (await rental.call(platform.server_info)).data.home_message,
    (await rental.call(platform.common_resource, { query: { key: 'home_message' } })).data.value,
  ]

  it('is what an operator sets, nothing where that is empty, and the configured one again after a reset', async () => {
    rental.deps.config.home_message = '部署消息'
    expect(await shown()).toEqual(['部署消息', '部署消息'])
    const set = (text: string) => office.admin.call(operatorHomeMessage.update, { body: { text } })
    expect((await set('今晚扩容')).data).toMatchObject({ text: '今晚扩容', set: true, default_text: '部署消息' })
    expect(await shown()).toEqual(['今晚扩容', '今晚扩容'])
    await set('')
    expect(await shown()).toEqual([null, null])
    expect((await office.admin.call(operatorHomeMessage.reset)).data).toMatchObject({ text: '部署消息', set: false })
    expect(await shown()).toEqual(['部署消息', '部署消息'])
    const [, , first] = await historyOf('home_message')
    expect(first).toMatchObject({ before: { text: '部署消息', set: 'false' }, after: { text: '今晚扩容', set: 'true' } })
    rental.deps.config.home_message = null
  })
})

describe('product §10 Order of the product list', () => {
  it('is the position an operator gives, small first; names with 4090 stay out of the home list', async () => {
    const names = async () => (await rental.call(products.home)).data.data.map(({ name }) => name)
    expect(await names()).toEqual(['A100 80GB 一区', 'L40S 一区'])
    const id = toProductId('L40S')
    const { data } = await office.admin.call(operatorProducts.get, { params: { id } })
    await office.admin.call(operatorProducts.update, { params: { id }, body: { ...data, sort: 0 } })
    expect(await names()).toEqual(['L40S 一区', 'A100 80GB 一区'])
    expect((await historyOf(id))[0]).toMatchObject({ before: { sort: '2' }, after: { sort: '0' } })
  })
})
