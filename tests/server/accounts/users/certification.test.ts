import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certification } from '#contract/certification.ts'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorRealNames } from '#contract/operator/real-names.ts'
import { operatorUsers } from '#contract/operator/users.ts'
import type { TestCallOptions } from '#tests/support/calls.ts'
import { buildCreditCode } from '#tests/support/credit-codes.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { stepUpByPassword } from '#tests/support/step-up.ts'

let platform: TestPlatform
let reviewer: Awaited<ReturnType<TestPlatform['signUp']>>
let licence: { bytes: Buffer; name: string; type: string }
beforeAll(async () => {
  platform = await createTestPlatform()
  reviewer = await platform.signUp({ role: 'operator_review', real_name: true })
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'gray' } })
    .png()
    .toBuffer()
  licence = { bytes, name: 'licence.png', type: 'image/png' }
})
afterAll(() => platform.close())

let nth = 0
const company = (change: object = {}) => ({
  organisation: '北京深鹿科技有限公司',
  number: buildCreditCode(++nth),
  person: '欧阳明',
  consent: 'true' as const,
  ...change,
})
const school = { organisation: '清河大学', standing: 'student' as const, number: '2026012345', consent: 'true' as const }
const member = () => platform.signUp({ real_name: true })
type Someone = Awaited<ReturnType<typeof member>>
const submit = ({ call }: Someone, body: ReturnType<typeof company> = company()) =>
  call(certification.submit_company, { body }, { file: licence })
const titles = async ({ call }: Someone) => (await call(notifications.list)).data.map(({ title }) => title)
const pass = (id: string) => reviewer.call(operatorRealNames.pass, { params: { id } })
const refuse = (id: string, reason = '照片不清楚') =>
  reviewer.call(operatorRealNames.refuse, { params: { id }, body: { reason } })
const pictures = (userId: string) =>
  platform.deps.database.kysely.selectFrom('pictures').select('id').where('user_id', '=', userId).execute()

describe('product §6 A company', () => {
  it('is certified by a review of its licence, and sees everything masked', async () => {
    const person = await member()
    const { data } = await submit(person, company({ number: buildCreditCode(900) }))
    expect(data).toMatchObject({
      kind: 'company',
      status: 'pending',
      organisation: '北京深鹿科技有限公司',
      number: expect.stringMatching(/^91\*{14}\w{2}$/),
      person: '欧阳*',
      standing: null,
    })
    expect(await titles(reviewer)).toContain('有一个企业认证待审核')
    expect((await pass(data.id)).data).toMatchObject({ status: 'passed', has_picture: false })
    expect((await person.call(certification.get)).data).toMatchObject({ status: 'passed' })
    expect(await titles(person)).toContain('企业认证已通过')
    const support = await platform.signUp({ role: 'operator_support' })
    const seen = await support.call(operatorUsers.get, { params: { id: person.user.id } })
    expect(seen.data.certification).toEqual({ kind: 'company', status: 'passed', organisation: '北京深鹿科技有限公司' })
  })

  it('needs a person whose real name is known', async () => {
    const reply = await submit(await platform.signUp())
    expect(reply).toMatchObject({ status: 403, code: resultCodes.real_name_required.code })
  })

  it.each([
    ['no name', { organisation: '' }, { organisation: ['请输入企业名称'] }],
    ['no code', { number: '' }, { number: ['请输入统一社会信用代码'] }],
    ['a code with a wrong check', { number: '91110108MA0000001A' }, { number: ['请输入正确的 18 位统一社会信用代码'] }],
    ['no legal person', { person: '' }, { person: ['请输入法定代表人姓名'] }],
    ['no consent', { consent: 'false' }, { consent: ['请同意处理企业信息'] }],
  ])('is refused with %s, at the field', async (_, change, errors) => {
    const person = await member()
    expect((await submit(person, company(change) as ReturnType<typeof company>)).errors).toEqual(errors)
    expect(await pictures(person.user.id)).toEqual([])
  })

  it('is refused with a file that is no picture, at the field', async () => {
    const person = await member()
    const file = { bytes: Buffer.from('<svg/>'), name: 'licence.png' }
    const reply = await person.call(certification.submit_company, { body: company() }, { file })
    expect(reply.errors).toEqual({ file: ['请上传 JPG、PNG 或 WebP 格式的图片'] })
    const large = { bytes: Buffer.alloc(limits.pictureMaxBytes + 1), name: 'licence.png' }
    const refused = await person.call(certification.submit_company, { body: company() }, { file: large })
    expect(refused).toMatchObject({ status: 413, errors: { file: ['文件不能超过 5 MB'] } })
  })

  it('has one certification at a time, whatever is sent at once', async () => {
    const person = await member()
    const replies = await Promise.all([submit(person), submit(person), submit(person)])
    expect(replies.map(({ code }) => code).sort()).toEqual([
      '0',
      resultCodes.certification_open.code,
      resultCodes.certification_open.code,
    ])
    expect(await pictures(person.user.id)).toHaveLength(1)
  })

  it('has one account: a number that passed is refused for another, before and at the review', async () => {
    const [first, second, third] = [await member(), await member(), await member()]
    const body = company()
    const [a, b] = [(await submit(first, body)).data, (await submit(second, body)).data]
    expect((await pass(a.id)).code).toBe('0')
    expect((await reviewer.call(operatorRealNames.get, { params: { id: b.id } })).data.twin).toBe(true)
    expect(await pass(b.id)).toMatchObject({ status: 409, code: resultCodes.certification_taken.code })
    expect((await submit(third, body)).errors).toEqual({ number: ['该证件号已通过另一个账号的认证'] })
  })

  it('says with one key the same answer', async () => {
    const person = await member()
    const body = company()
    const send = () =>
      person.call(certification.submit_company, { body }, { file: licence, headers: { 'idempotency-key': 'once' } })
    expect((await send()).raw).toBe((await send()).raw)
    expect(await pictures(person.user.id)).toHaveLength(1)
  })
})

describe('product §6 A university', () => {
  it('takes a card, and an address of the school if one likes', async () => {
    const person = await member()
    const body = { ...school, email: 'zhang@qinghe.edu.cn' }
    const { data } = await person.call(certification.submit_university, { body }, { file: licence })
    expect(data).toMatchObject({ kind: 'university', standing: 'student', number: '20******45', email: 'z***@qinghe.edu.cn' })
  })

  it.each([
    [{ email: 'zhang@example.com' }, { email: ['请输入学校邮箱，例如 name@univ.edu.cn'] }],
    [{ number: '12' }, { number: ['请输入正确的学号或工号，4-30 位字母、数字或 -'] }],
    [{ standing: 'guest' }, { standing: ['请选择身份'] }],
  ])('refuses %o at its field', async (change, errors) => {
    const person = await member()
    const body = { ...school, ...change } as typeof school
    expect((await person.call(certification.submit_university, { body }, { file: licence })).errors).toEqual(errors)
  })
})

describe('product §10 The review', () => {
  it('refuses with a reason that the owner reads, and may be submitted again', async () => {
    const person = await member()
    const { data } = await submit(person)
    expect((await refuse(data.id, '营业执照照片不清楚')).data).toMatchObject({ status: 'refused', reason: '营业执照照片不清楚' })
    expect((await person.call(certification.get)).data).toMatchObject({ status: 'refused', reason: '营业执照照片不清楚' })
    expect(await titles(person)).toContain('企业认证被驳回')
    await platform.clock.advance(1_000) // the newest is the one of now
    const again = (await submit(person)).data
    const shown = (await reviewer.call(operatorRealNames.get, { params: { id: again.id } })).data
    expect(shown.earlier).toMatchObject([{ id: data.id, status: 'refused' }])
  })

  it('is made once', async () => {
    const { data } = await submit(await member())
    const replies = await Promise.all([pass(data.id), refuse(data.id), pass(data.id)])
    expect(replies.filter(({ code }) => code === '0')).toHaveLength(1)
    expect(replies.filter(({ code }) => code === resultCodes.certification_closed.code)).toHaveLength(2)
  })

  it('is not made by who asked', async () => {
    const { data } = await submit(reviewer)
    expect(await pass(data.id)).toMatchObject({ status: 403, code: resultCodes.own_change.code })
    await stepUpByPassword(reviewer)
    const look = await reviewer.call(operatorRealNames.reveal, { params: { id: data.id }, body: { reason: '看看' } })
    expect(look.code).toBe(resultCodes.own_change.code)
    await reviewer.call(certification.withdraw)
  })

  it('can be taken back as long as it waits; the picture goes', async () => {
    const person = await member()
    await submit(person)
    expect((await person.call(certification.withdraw)).data).toMatchObject({ status: 'withdrawn' })
    expect(await pictures(person.user.id)).toEqual([])
    expect((await person.call(certification.withdraw)).code).toBe(resultCodes.certification_closed.code)
    expect((await submit(person)).code).toBe('0')
  })

  it('lists the oldest first, by state and kind', async () => {
    const { data, total } = await reviewer.call(operatorRealNames.list, { query: { status: 'pending', kind: 'company' } })
    expect(total).toBeGreaterThan(2)
    expect(data.map(({ submitted_at: submittedAt }) => submittedAt)).toEqual(
      data.map(({ submitted_at: submittedAt }) => submittedAt).sort(),
    )
  })
})

describe('product §6 What is sealed', () => {
  it('opens for a reviewer with a proof and a reason, and leaves an audit row without it', async () => {
    const person = await member()
    const number = buildCreditCode(901)
    const { data } = await submit(person, company({ number }))
    const fresh = await platform.signUp({ role: 'operator_review' })
    const params = { id: data.id }
    const reveal = (reason = '核对营业执照', options: TestCallOptions = {}) =>
      fresh.call(operatorRealNames.reveal, { params, body: { reason } }, options)
    const look = () => platform.fetchFile(operatorRealNames.picture, { params }, fresh.token)
    expect((await reveal(undefined, { unproved: true })).code).toBe(resultCodes.step_up_required.code)
    expect((await fresh.call(operatorRealNames.picture, { params }, { unproved: true })).status).toBe(403)
    await stepUpByPassword(fresh)
    expect((await reveal('')).errors).toEqual({ reason: ['请写明原因'] })
    expect((await reveal()).data).toMatchObject({ number, person: '欧阳明', applicant: '张三' })
    const picture = await look()
    expect([picture.status, picture.type]).toEqual([200, 'image/webp'])
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 300, height: 200 })
    const rows = await platform.deps.database.kysely
      .selectFrom('audit_log')
      .select(['endpoint', 'target_id', 'after'])
      .where('user_id', '=', fresh.user.id)
      .where('target_id', '=', data.id)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { endpoint: 'operator_real_names.reveal', target_id: data.id, after: { reason: '核对营业执照' } },
      { endpoint: 'operator_real_names.picture', target_id: data.id, after: null },
    ])
  })

  it('does not open any more once the case is decided: the picture is gone', async () => {
    const person = await member()
    const { data } = await submit(person)
    await pass(data.id)
    await stepUpByPassword(reviewer)
    const reveal = await reviewer.call(operatorRealNames.reveal, { params: { id: data.id }, body: { reason: '再看一次' } })
    expect(reveal.code).toBe(resultCodes.certification_closed.code)
    expect(await pictures(person.user.id)).toEqual([])
  })
})

describe('PIPL art. 14 Consent', () => {
  it('is kept with the hash of its words, time and address, and cannot be changed', async () => {
    const person = await member()
    await submit(person)
    const { kysely } = platform.deps.database
    const rows = await kysely.selectFrom('consents').selectAll().where('user_id', '=', person.user.id).orderBy('id').execute()
    expect(rows.map(({ purpose }) => purpose)).toEqual(['real_name', 'company'])
    for (const { text_hash: textHash, ip } of rows)
      expect([textHash, ip]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), person.user.ip])
    await expect(kysely.deleteFrom('consents').where('user_id', '=', person.user.id).execute()).rejects.toThrow('append-only')
  })
})
