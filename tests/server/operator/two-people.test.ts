import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { type AuditScope, operatorAudit } from '#contract/operator/audit.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorProducts } from '#contract/operator/products.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { users } from '#contract/users.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import { toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let finance: Person
let colleague: Person
let admin: Person
let otherAdmin: Person
let thirdAdmin: Person
let support: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  finance = await rental.addPerson({ role: 'operator_finance' })
  colleague = await rental.addPerson({ role: 'operator_finance' })
  admin = await rental.addPerson({ role: 'operator_admin' })
  otherAdmin = await rental.addPerson({ role: 'operator_admin' })
  thirdAdmin = await rental.addPerson({ role: 'operator_admin' })
  support = await rental.addPerson({ role: 'operator_support' })
})
afterAll(() => rental.close())

const price = (hour: string) => ({
  hour,
  day: '50',
  week: '300',
  hour_origin: '9.99',
  day_origin: '54.72',
  week_origin: '383.04',
  reason: '季度调价',
})
const ask = (person: Person, model: string, hour: string) =>
  person.call(operatorProducts.request_price, { params: { id: toProductId(model) }, body: price(hour) })
const approve = (person: Person, id: string) => person.call(operatorChanges.approve, { params: { id } })
const reject = (person: Person, id: string) => person.call(operatorChanges.reject, { params: { id }, body: { note: '理由不足' } })
const priceOf = async (model: string) => (await rental.call(products.get, { params: { id: toProductId(model) } })).data.price.hour

describe('product §10 A change of price takes two people', () => {
  it('takes effect when another approves, not before', async () => {
    const asked = (await ask(finance, 'RTX 4090', '1.98')).data
    expect(asked).toMatchObject({ status: 'pending', own: true, before: { version: '1', hour: '2.28' }, after: { hour: '1.98' } })
    expect(await priceOf('RTX 4090')).toBe('2.28')
    expect((await approve(colleague, asked.id)).data).toMatchObject({ status: 'approved', decided_by: { id: colleague.id } })
    expect(await priceOf('RTX 4090')).toBe('1.98')
    const { data } = await finance.call(operatorProducts.prices, { params: { id: toProductId('RTX 4090') } })
    expect(data.map(({ version, price, until }) => [version, price.hour, until === null])).toEqual([
      [2, '1.98', true],
      [1, '2.28', false],
    ])
  })

  it('is decided by nobody who requested it, not even directly in the table', async () => {
    const { id } = (await ask(finance, 'A100 80GB', '5.00')).data
    for (const reply of [await approve(finance, id), await reject(finance, id)])
      expect([reply.status, reply.code]).toEqual([403, resultCodes.own_change.code])
    const forged = { status: 'approved', decided_by: finance.id, decided_at: rental.clock.now() }
    await expect(
      rental.deps.database.kysely.updateTable('change_requests').set(forged).where('id', '=', id).execute(),
    ).rejects.toThrow(/check constraint/)
    expect(await priceOf('A100 80GB')).toBe('6.88')
    expect((await reject(colleague, id)).data).toMatchObject({ status: 'rejected', note: '理由不足' })
    expect(await priceOf('A100 80GB')).toBe('6.88')
  })

  it('is decided by those whose duty it is; to others it does not exist', async () => {
    const { id } = (await ask(finance, 'A100 80GB', '5.10')).data
    expect((await approve(support, id)).code).toBe(resultCodes.not_found.code)
    expect((await support.call(operatorChanges.get, { params: { id } })).code).toBe(resultCodes.not_found.code)
    expect((await support.call(operatorChanges.list)).data.map((row) => row.id)).not.toContain(id)
    expect((await finance.call(operatorChanges.withdraw, { params: { id } })).data.status).toBe('withdrawn')
    expect((await approve(colleague, id)).code).toBe(resultCodes.change_closed.code)
  })

  it('is made once, whoever approves and rejects at the same moment', async () => {
    const { id } = (await ask(finance, 'L40S', '1.20')).data
    const replies = await Promise.all([approve(colleague, id), approve(admin, id), reject(otherAdmin, id), approve(finance, id)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const { total } = await finance.call(operatorProducts.prices, { params: { id: toProductId('L40S') } })
    expect(total).toBe(replies[2]?.status === 200 ? 1 : 2)
  })

  it('waits for one request at a time, and is refused when nothing would change', async () => {
    const { id } = (await ask(finance, 'A100 80GB', '5.20')).data
    expect((await ask(colleague, 'A100 80GB', '5.30')).code).toBe(resultCodes.change_pending.code)
    await reject(colleague, id)
    await approve(colleague, (await ask(finance, 'A100 80GB', '5.40')).data.id)
    expect((await ask(finance, 'A100 80GB', '5.400')).code).toBe(resultCodes.nothing_to_change.code)
  })

  it('tells those who may decide, and then who asked', async () => {
    const { id } = (await ask(finance, 'A100 80GB', '5.55')).data
    const link = `/operator/changes/${id}`
    const told = async (person: Person) => {
      const { data } = await person.call(notifications.list, { query: { class: 'review', page_size: 100 } })
      return data.filter((notice) => notice.link === link).map(({ title }) => title.slice(0, 3))
    }
    expect([await told(colleague), await told(admin), await told(finance), await told(support)]).toEqual([
      ['待审批'],
      ['待审批'],
      [],
      [],
    ])
    await approve(colleague, id)
    expect(await told(finance)).toEqual(['已批准'])
  })

  it('keeps what was sold at the price it was sold at', async () => {
    const tenant = await rental.addPerson()
    const quoted = (await rental.quote(tenant, { model: 'L40S' })).data
    const instanceId = await rental.rent(tenant, { model: 'L40S' })
    const before = await rental.show(tenant, instanceId)
    const versions = async () =>
      rental.deps.database.kysely.selectFrom('orders').select(['id', 'price_id', 'amount_fen']).orderBy('id').execute()
    const sold = await versions()
    await approve(colleague, (await ask(finance, 'L40S', '7.77')).data.id)
    expect(await priceOf('L40S')).toBe('7.77')
    expect((await rental.show(tenant, instanceId)).price_hour).toBe(before.price_hour)
    expect(await versions()).toEqual(sold)
    // What was quoted for ten minutes stays good.
    expect((await tenant.call(orders.create, { body: { quote: quoted.token } })).status).toBe(200)
    await expect(rental.deps.database.kysely.updateTable('product_prices').set({ hour_micro: 1n }).execute()).rejects.toThrow(
      /append-only/,
    )
    expect(await rental.audit()).toEqual([])
  })
})

describe('product §10 A change of role takes two administrators', () => {
  const askRole = (person: Person, id: string, role: 'user' | 'operator_finance') =>
    person.call(operatorUsers.request_role, { params: { id }, body: { role, reason: '岗位变动' } })

  it('is neither requested nor decided by other operators', async () => {
    const somebody = await rental.addPerson()
    expect((await askRole(finance, somebody.id, 'operator_finance')).code).toBe(resultCodes.forbidden.code)
    const { id } = (await askRole(admin, somebody.id, 'operator_finance')).data
    expect((await approve(finance, id)).code).toBe(resultCodes.not_found.code)
    expect((await approve(admin, id)).code).toBe(resultCodes.own_change.code)
    expect((await approve(otherAdmin, id)).data.status).toBe('approved')
    expect((await somebody.call(users.get, { params: { id: somebody.id } })).code).toBe(resultCodes.signed_out.code)
    const { data } = await admin.call(operatorUsers.get, { params: { id: somebody.id } })
    expect(data).toMatchObject({ role: 'operator_finance', sessions: 0 })
  })

  it('leaves two administrators, or nobody could approve any more', async () => {
    const { id } = (await askRole(admin, thirdAdmin.id, 'user')).data
    expect((await approve(otherAdmin, id)).data.status).toBe('approved')
    const next = (await askRole(admin, otherAdmin.id, 'user')).data
    expect((await approve(otherAdmin, next.id)).message).toMatch(/至少保留两名管理员/)
    // A refused approval leaves the request as it was.
    expect((await admin.call(operatorChanges.get, { params: { id: next.id } })).data.status).toBe('pending')
    await admin.call(operatorChanges.withdraw, { params: { id: next.id } })
  })

  it('is refused when things have changed since it was requested', async () => {
    const somebody = await rental.addPerson()
    const { id } = (await askRole(admin, somebody.id, 'operator_finance')).data
    await rental.deps.database.kysely
      .updateTable('users')
      .set({ role: 'operator_review' })
      .where('id', '=', somebody.id)
      .execute()
    expect((await approve(otherAdmin, id)).code).toBe(resultCodes.change_outdated.code)
  })
})

describe('product §10 The audit log', () => {
  it('tells who changed what, from what to what', async () => {
    const { id } = (await ask(finance, 'A100 80GB', '4.44')).data
    await approve(colleague, id)
    const { data } = await admin.call(operatorAudit.history, { params: { id: toProductId('A100 80GB') } })
    expect(data[0]).toMatchObject({
      endpoint: 'operator_changes.approve',
      actor: { id: colleague.id },
      before: { hour: '5.55' },
      after: { hour: '4.44', change_request: id },
    })
    expect(data[1]).toMatchObject({ endpoint: 'operator_products.request_price', actor: { id: finance.id } })
  })

  it('is found by actor, target, endpoint and time', async () => {
    const by = async (query: object) => (await admin.call(operatorAudit.list, { query: { page_size: 100, ...query } })).data
    expect((await by({ keyword: finance.id })).every(({ actor }) => actor.id === finance.id)).toBe(true)
    expect(
      (await by({ keyword: toProductId('L40S') })).every(({ target_id: targetId }) => targetId === toProductId('L40S')),
    ).toBe(true)
    expect((await by({ endpoint: 'operator_changes.approve' })).length).toBeGreaterThan(3)
    expect((await by({ by: 'user' })).some(({ endpoint }) => endpoint.startsWith('operator_'))).toBe(false)
    expect((await by({ period: 'today' })).length).toBeGreaterThan(3)
  })

  it('opens with what operators did and with security events, not with what users do all day', async () => {
    const user = await rental.addPerson()
    await rental.quote(user)
    await user.call(users.update, { params: { id: user.id }, body: { nickname: '林晓' } })
    await user.call(accountSecurity.end_other_sessions)
    await sessionsRepo(rental.deps.database.kysely).stepUp(user.session_id, rental.clock.now())
    await user.call(users.reveal_real_name)
    const by = async (scope: AuditScope) =>
      (await admin.call(operatorAudit.list, { query: { by: scope, page_size: 100 } })).data.map(({ endpoint }) => endpoint)
    const [notable, all] = [await by('notable'), await by('all')]
    for (const everyday of ['orders.quote', 'users.update']) {
      expect(all).toContain(everyday)
      expect(notable).not.toContain(everyday)
    }
    for (const event of ['account_security.end_other_sessions', 'users.reveal_real_name', 'operator_changes.approve'])
      expect(notable).toContain(event)
  })

  it('is only ever added to', async () => {
    const { kysely } = rental.deps.database
    await expect(kysely.updateTable('audit_log').set({ endpoint: 'x' }).execute()).rejects.toThrow(/append-only/)
    await expect(kysely.deleteFrom('audit_log').execute()).rejects.toThrow(/append-only/)
  })
})
