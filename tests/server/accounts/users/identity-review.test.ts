import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorIdentities } from '#contract/operator/identities.ts'
import { stepUp } from '#contract/step-up.ts'
import { users } from '#contract/users.ts'
import { requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { buildIdNumber } from '#tests/support/id-numbers.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let reviewer: Person
beforeAll(async () => {
  platform = await createTestPlatform({ identity: undefined })
  reviewer = await addPerson(platform, { role: 'operator_review' })
})
afterAll(() => platform.close())

let count = 0
const aNumber = () => buildIdNumber('19900307', 500 + ++count)
const handIn = ({ call }: Pick<Person, 'call'>, idNumber = aNumber(), name = '欧阳娜娜') =>
  call(users.verify_real_name, { body: { name, id_number: idNumber, consent: true } })
const waiting = async () => (await reviewer.call(operatorIdentities.list, { query: { status: 'pending' } })).data
/** The one of this user that waits. */
const caseOf = async ({ id }: { id: string }) => (await waiting()).find(({ owner }) => owner.id === id)!.id
const pass = (id: string, by = reviewer) => by.call(operatorIdentities.pass, { params: { id } })
const refuse = (id: string) => reviewer.call(operatorIdentities.refuse, { params: { id }, body: { reason: '姓名不符' } })
const mayBuy = (userId: string) =>
  requireRealName(platform.deps.database.kysely, userId).then(
    () => 'yes',
    (refusal: { code: string }) => refusal.code,
  )

describe('product §2 IDENTITY=manual', () => {
  it('lets nobody buy before a reviewer has passed the person, and says what is waited for', async () => {
    const { user, call } = await platform.signUp()
    expect(await mayBuy(user.id)).toBe(resultCodes.real_name_required.code)
    const sent = await handIn({ call })
    expect(sent.data).toMatchObject({
      passed: 'F',
      name: '欧阳**',
      verified_at: null,
      review: { status: 'pending', reason: null },
    })
    expect(await mayBuy(user.id)).toBe(resultCodes.real_name_pending.code)
    expect((await call(users.get_real_name)).data).toEqual(sent.data)
    expect((await pass(await caseOf(user))).data).toMatchObject({ status: 'passed', decided_by: { id: reviewer.id } })
    expect(await mayBuy(user.id)).toBe('yes')
    expect((await call(users.get_real_name)).data).toMatchObject({ passed: 'T', name: '欧阳**', review: null })
    expect((await call(notifications.list)).data[0]).toMatchObject({ title: '实名认证已通过' })
  })

  it('tells why somebody was refused, who may hand in again', async () => {
    const { user, call } = await platform.signUp()
    await handIn({ call })
    expect((await handIn({ call })).code).toBe(resultCodes.certification_open.code)
    await refuse(await caseOf(user))
    expect((await call(users.get_real_name)).data).toMatchObject({
      passed: 'F',
      review: { status: 'refused', reason: '姓名不符' },
    })
    expect(await mayBuy(user.id)).toBe(resultCodes.real_name_required.code)
    expect((await call(notifications.list)).data[0]!.content).toContain('姓名不符')
    expect((await handIn({ call })).status).toBe(200)
    expect(await mayBuy(user.id)).toBe(resultCodes.real_name_pending.code)
  })

  it('verifies one account by a number, whoever was first', async () => {
    const number = aNumber()
    const [one, two] = [await platform.signUp(), await platform.signUp()]
    await handIn(one, number)
    const first = await caseOf(one.user)
    await handIn(two, number)
    const second = await caseOf(two.user)
    expect((await pass(first)).status).toBe(200)
    expect((await reviewer.call(operatorIdentities.get, { params: { id: second } })).data.twin).toBe(true)
    expect((await pass(second)).code).toBe(resultCodes.real_name_taken.code)
    await refuse(second)
    const third = await platform.signUp()
    const told = (await handIn(third, number)).data
    expect(told, 'the reviewer is told, not the person').toMatchObject({ passed: 'F', review: { status: 'pending' } })
    const again = await caseOf(third.user)
    expect((await reviewer.call(operatorIdentities.get, { params: { id: again } })).data.twin).toBe(true)
    expect((await pass(again)).code).toBe(resultCodes.real_name_taken.code)
    await refuse(again)
  })

  it('shows the number in full to a reviewer who has proved who he is, as long as it waits, and forgets it then', async () => {
    const number = aNumber()
    const { user, call } = await platform.signUp()
    await handIn({ call }, number)
    const id = await caseOf(user)
    const fresh = await addPerson(platform, { role: 'operator_review' })
    const look = (options = {}) =>
      fresh.call(operatorIdentities.reveal, { params: { id }, body: { reason: '核对个人实名' } }, options)
    expect(await look({ unproved: true })).toMatchObject({ code: resultCodes.step_up_required.code })
    expect((await look()).data).toEqual({ name: '欧阳娜娜', id_number: number })
    const { kysely } = platform.deps.database
    const rows = () => kysely.selectFrom('identity_reviews').selectAll().where('user_id', '=', user.id).execute()
    expect(JSON.stringify([await rows(), await waiting()])).not.toContain(number)
    await pass(id)
    expect((await look()).code).toBe(resultCodes.certification_closed.code)
    expect((await rows())[0]).toMatchObject({ name_cipher: null, id_number_cipher: null, id_number_index: null })
    const audited = await kysely.selectFrom('audit_log').select(['endpoint', 'after']).where('target_id', '=', id).execute()
    expect(audited.map(({ endpoint }) => endpoint)).toContain('operator_identities.reveal')
    expect(JSON.stringify(audited)).not.toContain(number)
    expect(platform.logs.join()).not.toContain(number)
  })

  it('has nobody decide about himself, nor twice', async () => {
    const { user, call } = await platform.signUp({ role: 'operator_review' })
    await handIn({ call })
    const own = await caseOf(user)
    await call(stepUp.prove, { body: { password: user.password } })
    expect((await call(operatorIdentities.pass, { params: { id: own } })).code).toBe(resultCodes.own_change.code)
    const other = await addPerson(platform, { role: 'operator_review' })
    expect((await pass(own, other)).status).toBe(200)
    expect((await pass(own, other)).code).toBe(resultCodes.certification_closed.code)
  })
})
