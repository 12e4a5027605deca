import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { creators } from '#contract/creators.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorCreators } from '#contract/operator/creators.ts'
import { users } from '#contract/users.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

type Form = NonNullable<CallInput<(typeof creators)['apply']>['body']>

let platform: TestPlatform
let reviewer: Person
beforeAll(async () => {
  platform = await createTestPlatform()
  reviewer = await addPerson(platform, { role: 'operator_review' })
})
afterAll(() => platform.close())

const form: Form = {
  introduction: '三年大模型微调经验，打算发布装好 LoRA 与评测工具的镜像。',
  field: 'training',
  links: ['https://github.com/example'],
  agreement: true,
}
const person = () => addPerson(platform)
const apply = (by: Person, part: Partial<Form> = {}) => by.call(creators.apply, { body: { ...form, ...part } })
const standing = async (of: Person) => (await of.call(creators.detail)).data
const params = (id: string) => ({ params: { id } })
const approve = (id: string, by = reviewer) => by.call(operatorCreators.approve, params(id))
const refuse = (id: string, reason = '请补充链接') => reviewer.call(operatorCreators.refuse, { ...params(id), body: { reason } })
const revoke = (id: string, reason = '多次发布他人作品') =>
  reviewer.call(operatorCreators.revoke, { ...params(id), body: { reason } })
const isCreator = async (of: Person) => (await of.call(users.get, params(of.id))).data.is_creator
const newest = async (of: Person) => (await of.call(notifications.list)).data[0]!

/** Applies and answers the application's id. */
const applied = async (by: Person): Promise<string> => (await apply(by)).data.history[0]!.id

describe('requirements §7 Applying as a creator', () => {
  it('takes a real name, and one application at a time', async () => {
    expect((await apply(await addPerson(platform, { real_name: false }))).code).toBe(resultCodes.real_name_required.code)
    const one = await person()
    expect(await standing(one)).toMatchObject({ state: 'none', is_creator: false, real_name_passed: true, history: [] })
    const both = await Promise.all([apply(one), apply(one)])
    expect(both.map(({ code }) => code).sort()).toEqual(['0', resultCodes.creator_audit_open.code])
    expect(await standing(one)).toMatchObject({ state: 'pending', history: [{ state: 'pending', field: 'training' }] })
    const consents = await platform.deps.database.kysely
      .selectFrom('consents')
      .select('purpose')
      .where('user_id', '=', one.id)
      .execute()
    expect(consents).toEqual([{ purpose: 'creator' }])
    expect((await newest(reviewer)).title).toBe('有一个创作者申请待审核')
  })

  it.each([
    [{ introduction: '太短' }, 'introduction'],
    [{ field: 'x' as never }, 'field'],
    [{ links: ['javascript:alert(1)'] }, 'links.0'],
    [{ links: ['https://a.b/\u202e'] }, 'links.0'],
    [{ agreement: false as never }, 'agreement'],
  ])('names what is wrong with %j at %s', async (part, field) => {
    expect(Object.keys((await apply(await person(), part)).errors ?? {})).toEqual([field])
  })

  it('is for master accounts', async () => {
    const sub = await addPerson(platform, { account_type: 'sub' })
    expect((await apply(sub)).code).toBe(resultCodes.forbidden.code)
  })
})

describe('product §10 Reviewing creators', () => {
  it('gives the tag once, and tells the applicant', async () => {
    const one = await person()
    const id = await applied(one)
    const decisions = await Promise.all([approve(id), refuse(id)])
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409])
    const won = decisions[0]!.status === 200
    expect(await isCreator(one)).toBe(won)
    expect((await newest(one)).title).toBe(won ? '已成为创作者' : '创作者申请被驳回')
    expect((await approve(id)).code).toBe(resultCodes.creator_audit_closed.code)
  })

  it('refuses with a reason, after which one may apply again', async () => {
    const one = await person()
    await refuse(await applied(one))
    expect(await standing(one)).toMatchObject({ state: 'refused', history: [{ reason: '请补充链接' }] })
    expect((await newest(one)).content).toContain('请补充链接')
    await platform.clock.advance(1000)
    const again = (await apply(one)).data.history[0]!.id
    expect((await approve(again)).data).toMatchObject({ state: 'approved', is_creator: true, earlier: [{ state: 'refused' }] })
    expect(await isCreator(one)).toBe(true)
    expect((await apply(one)).code).toBe(resultCodes.creator_already.code)
  })

  it('takes the tag back with a reason, once, and one may apply again', async () => {
    const one = await person()
    const id = await applied(one)
    expect((await revoke(id)).code).toBe(resultCodes.creator_audit_closed.code)
    await approve(id)
    expect((await revoke(id)).status).toBe(200)
    expect((await revoke(id)).code).toBe(resultCodes.creator_audit_closed.code)
    expect(await standing(one)).toMatchObject({
      state: 'revoked',
      is_creator: false,
      history: [{ revoked_reason: '多次发布他人作品' }],
    })
    expect((await newest(one)).content).toContain('收益照常对账入账')
    expect((await apply(one)).status).toBe(200)
  })

  it('is not for one’s own case, and is audited', async () => {
    const own = await addPerson(platform, { role: 'operator_review' })
    const id = await applied(own)
    expect((await approve(id, own)).code).toBe(resultCodes.own_change.code)
    await approve(id)
    const admin = await addPerson(platform, { role: 'operator_admin' })
    const { data } = await admin.call(operatorAudit.history, params(id))
    expect(data).toMatchObject([{ endpoint: 'operator_creators.approve', after: { is_creator: 'true' } }])
    const { data: listed } = await reviewer.call(operatorCreators.list, { query: { state: 'approved', keyword: own.id } })
    expect(listed).toMatchObject([{ id, owner: { id: own.id } }])
  })
})
