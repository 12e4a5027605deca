import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { type LeadForm, leads } from '#contract/leads.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorLeads } from '#contract/operator/leads.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let support: Person
let colleague: Person
let admin: Person
let made = 0
const nth = () => {
  made += 1
  return made
}
const freshPhone = () => String(13_900_000_000 + nth())
const aLead = (change: Partial<LeadForm> = {}): LeadForm => ({
  name: '陈女士',
  phone: freshPhone(),
  company: '某某医院',
  interest: 'professional',
  vendor: 'ascend',
  message: '私有知识库\n大约 200 人使用',
  ...change,
})
const send = (form: LeadForm, ip = `10.20.${nth()}.1`) => platform.call(leads.create, { body: form }, { ip })
const list = async (person: Person, query = {}) => (await person.call(operatorLeads.list, { query })).data
const only = async (person: Person, phone: string) => (await list(person, { keyword: phone }))[0]!

beforeAll(async () => {
  platform = await createTestPlatform()
  support = await addPerson(platform, { role: 'operator_support' })
  colleague = await addPerson(platform, { role: 'operator_support' })
  admin = await addPerson(platform, { role: 'operator_admin' })
})
afterAll(() => platform.close())

describe('requirements §1 Pre-sales support: a lead from the site', () => {
  it('is taken in from a visitor and reaches the operators, with a notification', async () => {
    const form = aLead()
    expect(await send(form)).toMatchObject({ status: 200, message: '已收到' })
    expect(await only(support, form.phone)).toMatchObject({
      ...form,
      state: 'new',
      assignee: null,
      user_id: null,
      last_note: null,
    })
    for (const person of [support, admin]) {
      const [told] = (await person.call(notifications.list)).data
      expect(told).toMatchObject({ title: '有新的售前咨询', link: expect.stringMatching(/^\/operator\/leads\/lead-/) })
      expect(told!.content).not.toContain(form.phone)
    }
  })

  it('names who was signed in', async () => {
    const person = await addPerson(platform)
    const form = aLead()
    await person.call(leads.create, { body: form }, { ip: '10.21.0.1' })
    expect((await only(support, form.phone)).user_id).toBe(person.id)
  })

  it('tells the operators once of a burst, and again later', async () => {
    await platform.clock.advance(600_000)
    const count = async () => (await admin.call(notifications.list)).total!
    const before = await count()
    for (let sent = 0; sent < 3; sent += 1) await send(aLead())
    expect(await count()).toBe(before + 1)
    await platform.clock.advance(600_000)
    await send(aLead())
    expect(await count()).toBe(before + 2)
  })

  it.each<[Partial<Record<keyof LeadForm, unknown>>, string, string]>([
    [{ name: ' ' }, 'name', '请输入称呼'],
    [{ name: '长'.repeat(21) }, 'name', '称呼最多 20 个字'],
    [{ phone: '' }, 'phone', '请输入手机号'],
    [{ phone: '12345678901' }, 'phone', '请输入正确的手机号'],
    [{ phone: '23800000001' }, 'phone', '请输入正确的手机号'],
    [{ interest: 'none' }, 'interest', '请选择感兴趣的版本'],
    [{ company: '长'.repeat(61) }, 'company', '单位名称最多 60 个字'],
    [{ company: '甲\n乙' }, 'company', '单位名称不能包含控制字符'],
    [{ message: '长'.repeat(501) }, 'message', '需求最多 500 个字'],
  ])('refuses %j at %s', async (change, field, message) => {
    const reply = await send({ ...aLead(), ...change } as LeadForm)
    expect([reply.status, reply.errors?.[field]?.[0]]).toEqual([400, message])
  })

  it('takes no more a day than its limits, per phone and per address', async () => {
    const phone = freshPhone()
    for (let sent = 0; sent < limits.leadsPerPhoneDay; sent += 1) expect((await send(aLead({ phone }))).status).toBe(200)
    const refused = await send(aLead({ phone }))
    expect([refused.code, refused.retry_after]).toEqual([resultCodes.too_many_requests.code, 86_400])
    const ip = '10.22.0.1'
    for (let sent = 0; sent < limits.leadsPerNetworkDay; sent += 1) expect((await send(aLead(), ip)).status).toBe(200)
    expect((await send(aLead(), ip)).code).toBe(resultCodes.too_many_requests.code)
    expect((await send(aLead())).status).toBe(200)
    await platform.clock.advance(86_400_000)
    expect((await send(aLead({ phone }), ip)).status).toBe(200)
  })
})

describe('product §10 Leads in the back office', () => {
  it('shows a phone in full to who answers for the lead or typed it in full, and masked to everybody else', async () => {
    const form = aLead()
    await send(form)
    const { id, phone } = await only(support, form.phone)
    expect(phone).toBe(form.phone)
    const masked = `${form.phone.slice(0, 3)}****${form.phone.slice(-4)}`
    const [byId] = await list(support, { keyword: id })
    expect(byId!.phone).toBe(masked)
    expect(await list(support, { keyword: form.phone.slice(0, 10) })).toEqual([])
    const taken = await support.call(operatorLeads.take, { params: { id } })
    expect(taken.data).toMatchObject({ phone: form.phone, own: true, state: 'following' })
    expect((await support.call(operatorLeads.take, { params: { id } })).code).toBe(resultCodes.nothing_to_change.code)
    expect((await colleague.call(operatorLeads.get, { params: { id } })).raw).not.toContain(form.phone)
  })

  it('is given to a colleague of the duty, who is told; to nobody else', async () => {
    const form = aLead()
    await send(form)
    const { id } = await only(support, form.phone)
    const stranger = await addPerson(platform)
    const finance = await addPerson(platform, { role: 'operator_finance' })
    for (const assigneeId of [stranger.id, finance.id]) {
      const reply = await support.call(operatorLeads.assign, { params: { id }, body: { assignee_id: assigneeId } })
      expect(reply.errors).toEqual({ assignee_id: ['该同事不能负责售前线索'] })
    }
    const ids = (await support.call(operatorLeads.assignees)).data.map((one) => one.id)
    expect(new Set(ids)).toEqual(new Set([support.id, colleague.id, admin.id]))
    await support.call(operatorLeads.assign, { params: { id }, body: { assignee_id: colleague.id } })
    const told = (await colleague.call(notifications.list)).data.map(({ title }) => title)
    expect(told.filter((title) => title === '有一条售前咨询交给你负责')).toHaveLength(1)
    expect((await list(colleague, { assigned: 'me' })).map((lead) => lead.id)).toEqual([id])
    expect((await list(support, { assigned: 'nobody' })).map((lead) => lead.id)).not.toContain(id)
  })

  it('keeps every note and the state it led to, newest first; the audit log has them too', async () => {
    const form = aLead()
    await send(form)
    const { id } = await only(support, form.phone)
    const follow = (state: 'following' | 'won' | 'closed', note: string) =>
      support.call(operatorLeads.follow, { params: { id }, body: { state, note } })
    await follow('following', '已电话沟通，下周出方案')
    await platform.clock.advance(1_000)
    const { data } = await follow('won', '已签合同')
    expect(data.notes.map(({ state, note }) => [state, note])).toEqual([
      ['won', '已签合同'],
      ['following', '已电话沟通，下周出方案'],
    ])
    expect(data).toMatchObject({ state: 'won', last_note: '已签合同' })
    expect((await list(support, { state: 'won' })).map((lead) => lead.id)).toEqual([id])
    expect((await follow('won', ' ')).errors).toEqual({ note: ['请写明跟进情况'] })
    const history = (await admin.call(operatorAudit.history, { params: { id } })).data
    expect(history.map(({ endpoint }) => endpoint)).toEqual(['operator_leads.follow', 'operator_leads.follow'])
    expect(history[0]!.after).toEqual({ state: 'won', note: '已签合同' })
  })

  it('is one lead, one answer, however often a click is repeated', async () => {
    const form = aLead()
    await send(form)
    const { id } = await only(support, form.phone)
    const headers = { 'idempotency-key': 'follow-once' }
    const body = { state: 'closed', note: '号码有误' } as const
    const [first, again] = [
      await support.call(operatorLeads.follow, { params: { id }, body }, { headers }),
      await support.call(operatorLeads.follow, { params: { id }, body }, { headers }),
    ]
    expect(again.data).toEqual(first.data)
    expect(again.data.notes).toHaveLength(1)
  })
})
