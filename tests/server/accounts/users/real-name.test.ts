import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#contract/users.ts'
import { sandboxIdentity } from '#server/adapters/identity.sandbox.ts'
import { buildIdNumber } from '#tests/support/id-numbers.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { listStreamMessages } from '#tests/support/stream-messages.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterEach(() => {
  platform.deps.identity = sandboxIdentity
})
afterAll(() => platform.close())

type Person = Awaited<ReturnType<TestPlatform['signUp']>>
const notVerified = '没有通过核验：姓名与身份证号不匹配，或该身份证号已认证其他账号'
let people = 500
const newId = () => buildIdNumber('19900307', ++people)
const verify = ({ call }: Pick<Person, 'call'>, body: { name?: string; id_number?: string }, key?: string) =>
  call(
    users.verify_real_name,
    { body: { name: '李雷', id_number: newId(), consent: true, ...body } },
    { headers: key ? { 'idempotency-key': key } : {} },
  )

describe('product §6 Real name', () => {
  it('is not passed at first', async () => {
    const { call } = await platform.signUp()
    expect((await call(users.get_real_name)).data).toEqual({
      passed: 'F',
      kind: null,
      name: null,
      id_number: null,
      verified_at: null,
      review: null,
    })
  })

  it('passes a person the authority knows, and shows nothing in full', async () => {
    const { user, call } = await platform.signUp()
    const passed = await verify({ call }, { name: '欧阳娜娜', id_number: '11010519491231002x' })
    expect(passed).toMatchObject({
      status: 200,
      message: '实名信息已提交',
      data: {
        passed: 'T',
        kind: 'personal',
        name: '欧阳**',
        id_number: '1****************X',
        verified_at: platform.clock.now().toISOString(),
      },
    })
    expect((await call(users.get_real_name)).data).toEqual(passed.data)
    expect((await call(users.get, { params: { id: user.id } })).data.real_name).toEqual({ passed: 'T', name: '欧阳**' })
  })

  it('puts the change on the stream of the user', async () => {
    const { user, call } = await platform.signUp()
    await verify({ call }, {})
    expect(await listStreamMessages(platform, user.id)).toContainEqual({ type: 'change', resource: 'user', id: user.id })
  })

  it('refuses who is under 14 on this day in China, and takes who is 14 today', async () => {
    const { call } = await platform.signUp()
    expect(await verify({ call }, { id_number: buildIdNumber('20120102', 1) })).toMatchObject({
      status: 422,
      code: '00100024',
      errors: { id_number: ['未满 14 周岁需由监护人办理，请联系客服'] },
    })
    expect((await verify({ call }, { id_number: buildIdNumber('20120101', 1) })).code).toBe('0')
  })

  it('refuses a name that is not the one of the number', async () => {
    const { call } = await platform.signUp()
    expect(await verify({ call }, { name: '假冒者' })).toMatchObject({
      status: 422,
      code: '00100021',
      errors: { id_number: [notVerified] },
    })
  })

  it('verifies one account per ID number, also when two ask at once', async () => {
    const idNumber = newId()
    const pair = [await platform.signUp(), await platform.signUp()]
    const codes = (await Promise.all(pair.map((person) => verify(person, { id_number: idNumber })))).map(({ code }) => code)
    expect(codes.sort()).toEqual(['0', '00100021'])
    const third = await platform.signUp()
    expect(await verify(third, { id_number: idNumber.toLowerCase() })).toMatchObject({
      status: 422,
      code: '00100021',
      errors: { id_number: [notVerified] },
    })
  })

  it('tells nobody whether a number is registered: it asks the authority and answers the same', async () => {
    const idNumber = newId()
    await verify(await platform.signUp(), { id_number: idNumber })
    let asked = 0
    platform.deps.identity = {
      sandbox: true,
      check: async ({ name }) => (++asked > 0 && name !== '假冒者' ? 'match' : 'mismatch'),
    }
    const wordsOf = async (body: object) => {
      const { status, raw } = await verify(await platform.signUp(), body)
      return [status, raw]
    }
    const registered = await wordsOf({ id_number: idNumber })
    expect(registered).toEqual(await wordsOf({ id_number: idNumber, name: '假冒者' }))
    expect(registered).toEqual(await wordsOf({ id_number: newId(), name: '假冒者' }))
    expect(asked).toBe(3)
  })

  it('is done once per account, also when asked twice at once', async () => {
    const { call } = await platform.signUp()
    const codes = (await Promise.all([verify({ call }, {}), verify({ call }, {})])).map(({ code }) => code)
    expect(codes.sort()).toEqual(['0', '00100023'])
    // Nobody is asked about a person who is verified already.
    platform.deps.identity = { sandbox: true, check: () => Promise.reject(new Error('asked')) }
    expect(await verify({ call }, {})).toMatchObject({ status: 409, code: '00100023', message: '已完成实名认证' })
  })

  it('answers a repeated key with the first answer, in sequence and in parallel, and asks the authority once', async () => {
    const { call } = await platform.signUp()
    let asked = 0
    platform.deps.identity = { sandbox: true, check: async () => (++asked > 0 ? 'match' : 'mismatch') }
    const idNumber = newId()
    const first = await verify({ call }, { id_number: idNumber }, 'key-1')
    const again = await Promise.all([
      verify({ call }, { id_number: idNumber }, 'key-1'),
      verify({ call }, { id_number: idNumber }, 'key-1'),
    ])
    for (const reply of again) expect(reply.raw).toBe(first.raw)
    expect(asked).toBe(1)
    expect(await verify({ call }, { id_number: newId() }, 'key-1')).toMatchObject({ status: 409, code: '00900001' })
    const other = await platform.signUp()
    const body = { id_number: newId() }
    const parallel = await Promise.all(Array.from({ length: 5 }, () => verify(other, body, 'key-2')))
    expect(new Set(parallel.map(({ raw }) => raw)).size).toBe(1)
    expect(parallel[0]!.code).toBe('0')
  })

  it('asks the authority outside of any transaction', async () => {
    const { call } = await platform.signUp()
    platform.deps.identity = {
      sandbox: true,
      // Throws inside a transaction of the same call.
      check: async () => {
        await platform.deps.database.kysely.selectFrom('users').select('id').execute()
        return 'match'
      },
    }
    expect((await verify({ call }, {})).code).toBe('0')
  })

  it.each([
    ['does not know', async () => 'no_record' as const],
    ['could not be asked about', () => Promise.reject(new Error('timeout'))],
  ])('lets a person wait for a reviewer whom the authority %s', async (_, check) => {
    const person = await platform.signUp()
    platform.deps.identity = { sandbox: true, check }
    const idNumber = newId()
    expect((await verify(person, { id_number: idNumber })).data).toMatchObject({ passed: 'F', review: { status: 'pending' } })
    platform.deps.identity = { sandbox: true, check: () => Promise.reject(new Error('asked about who waits')) }
    expect(await verify(person, { id_number: idNumber })).toMatchObject({ status: 409 })
    platform.deps.identity = sandboxIdentity
  })

  it('lets nobody guess names at the authority: ten checks a day', async () => {
    const { call } = await platform.signUp()
    for (let n = 0; n < 10; n++) expect((await verify({ call }, { name: '假名' })).code).toBe('00100021')
    expect(await verify({ call }, {})).toMatchObject({ status: 429, code: '00100004', retry_after: 86_400 })
  })

  it.each([
    [{ id_number: '' }, 'id_number', '请输入身份证号！'],
    [{ id_number: '110105194912310021' }, 'id_number', '请输入正确的身份证号！'],
    [{ name: '' }, 'name', '请输入真实姓名'],
    [{ name: 'Bob' }, 'name', '请输入身份证上的中文姓名'],
  ])('checks the form in the words of §5: %j', async (body, field, message) => {
    const { call } = await platform.signUp()
    expect(await verify({ call }, body)).toMatchObject({ status: 400, errors: { [field]: [message] } })
  })
})
