import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorChanges } from '#contract/operator/changes.ts'
import { operatorInstances } from '#contract/operator/instances.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import { users } from '#contract/users.ts'
import { advanceUntil, StreamReader } from '#tests/support/event-stream.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let support: Person
let colleague: Person
let admin: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  support = await rental.addPerson({ role: 'operator_support' })
  colleague = await rental.addPerson({ role: 'operator_support' })
  admin = await rental.addPerson({ role: 'operator_admin' })
})
afterAll(() => rental.close())

const freeze = (person: Person, id: string) => person.call(operatorUsers.freeze, { params: { id }, body: { reason: '疑似挖矿' } })
const find = async (keyword: string) => (await support.call(operatorUsers.list, { query: { keyword } })).data

describe('product §10 Looking for a user', () => {
  it('shows a phone in full to who typed it in full, and masked to everybody else', async () => {
    const { user } = await rental.signUp({ real_name: true })
    expect((await find(user.phone)).map(({ phone }) => phone)).toEqual([user.phone])
    expect(await find(user.phone.slice(0, 10))).toEqual([])
    const [byId] = await find(user.id)
    expect(byId!.phone).toBe(`${user.phone.slice(0, 3)}****${user.phone.slice(-4)}`)
    expect((await find(byId!.uuid))[0]!.id).toBe(user.id)
    const detail = await support.call(operatorUsers.get, { params: { id: user.id } })
    expect(detail.raw).not.toContain(user.phone)
    expect(detail.raw).not.toMatch(/110105/)
  })
})

describe('product §10 Freezing a user', () => {
  it('ends the sessions and streams, lets nobody sign in, and stops what runs; data and bills stay', async () => {
    await rental.app.listen({ port: 0, host: '127.0.0.1' })
    const { user, token, refresh } = await rental.signUp({ real_name: true, balance: '100.00' })
    const asUser = { id: user.id, call: ((e, s, o) => rental.call(e, s, { token, ...o })) as Person['call'] } as Person
    const [metered, packaged] = [await rental.rent(asUser), await rental.rent(asUser, { charge_rule: 'day' })]
    const stream = new StreamReader(rental.app)
    stream.open(token)
    await advanceUntil(rental.clock, () => stream.status === 200)
    expect((await freeze(support, user.id)).data).toMatchObject({ frozen_reason: '疑似挖矿', sessions: 0 })
    await advanceUntil(rental.clock, () => stream.ended, 1_000)
    expect((await asUser.call(users.get, { params: { id: user.id } })).code).toBe(resultCodes.signed_out.code)
    expect((await rental.call(auth.refresh, { body: { refresh } })).code).toBe(resultCodes.signed_out.code)
    const login = await rental.call(auth.login, { body: { phone: user.phone, password: user.password } })
    expect(login.code).toBe(resultCodes.account_frozen.code)
    for (const id of [metered, packaged]) {
      await rental.reach(id, 7)
      const { data } = await support.call(operatorInstances.get, { params: { id } })
      expect(data).toMatchObject({ status: 7, reason: 'violation', owner: { id: user.id } })
    }
    expect(await rental.audit()).toEqual([])
  })

  it('stops what comes to run afterwards, too', async () => {
    const person = await rental.addPerson()
    const id = (await rental.order(person)).data.instance_id!
    await freeze(support, person.id)
    // What is being created cannot be stopped before it is there.
    expect((await support.call(operatorInstances.get, { params: { id } })).data.status).toBe(0)
    await rental.reach(id, 7)
  })

  it('is undone by two people', async () => {
    const { user } = await rental.signUp()
    await freeze(support, user.id)
    expect((await freeze(colleague, user.id)).code).toBe(resultCodes.nothing_to_change.code)
    const asked = await support.call(operatorUsers.request_unfreeze, { params: { id: user.id }, body: { reason: '已说明' } })
    const approve = (person: Person) => person.call(operatorChanges.approve, { params: { id: asked.data.id } })
    expect((await approve(support)).code).toBe(resultCodes.own_change.code)
    expect((await approve(colleague)).data.status).toBe('approved')
    expect((await rental.call(auth.login, { body: { phone: user.phone, password: user.password } })).status).toBe(200)
  })

  it('does not touch operators, who lose their role first', async () => {
    expect((await freeze(support, admin.id)).code).toBe(resultCodes.action_not_allowed.code)
    expect((await freeze(support, support.id)).code).toBe(resultCodes.action_not_allowed.code)
  })
})

describe('product §10 Instances of all users', () => {
  it('are seen with owner and host, found by both', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const { host_id: hostId } = (await support.call(operatorInstances.get, { params: { id } })).data
    for (const query of [{ user_id: person.id }, { host_id: hostId, keyword: id }, { status: '2', keyword: id }])
      expect((await support.call(operatorInstances.list, { query })).data.map((row) => row.id)).toEqual([id])
  })

  it('are stopped for a reason that the owner reads and the timeline keeps, and the audit log, too', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    const stop = () => support.call(operatorInstances.stop, { params: { id }, body: { cause: 'violation', reason: '对外攻击' } })
    expect((await stop()).data.status).toBe(6)
    expect((await stop()).code).toBe(resultCodes.action_not_allowed.code)
    await rental.reach(id, 7)
    expect((await person.call(notifications.list)).data[0]).toMatchObject({ content: expect.stringContaining('对外攻击') })
    const events = (await person.call(instances.events, { params: { id } })).data
    expect(events.find(({ title }) => title === '平台关机')).toMatchObject({ actor: 'operator', detail: '违规：对外攻击' })
    const history = (await admin.call(operatorAudit.history, { params: { id } })).data
    expect(history[0]).toMatchObject({ endpoint: 'operator_instances.stop', after: { cause: 'violation', reason: '对外攻击' } })
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    expect(await rental.audit()).toEqual([])
  })
})
