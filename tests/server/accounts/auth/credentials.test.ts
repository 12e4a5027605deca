import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { stepUp } from '#contract/step-up.ts'
import { users } from '#contract/users.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { stepUpByPassword } from '#tests/support/step-up.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const changed = 'Changed#2026'
const windows = 'Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36'
const login = (phone: string, password: string, agent = 'tests', ip = '203.0.113.77') =>
  platform.call(auth.login, { body: { phone, password } }, { ip, headers: { 'user-agent': agent } })
const isIn = async (userId: string, token: string) =>
  (await platform.call(users.get, { params: { id: userId } }, { token })).status === 200
const titles = async (token: string) => (await platform.call(notifications.list, {}, { token })).data.map(({ title }) => title)
/** Somebody signed in here and at another device. */
async function twice() {
  const person = await platform.signUp()
  const { data } = await login(person.user.phone, person.user.password, windows)
  return { ...person, other: data }
}

describe('product §6 Changing the password', () => {
  it('takes the old one, ends every other session within five seconds and keeps this one', async () => {
    const { call, user, token, refresh, other } = await twice()
    expect([await isIn(user.id, token), await isIn(user.id, other.access)]).toEqual([true, true])
    const body = { old_password: user.password, password: changed }
    expect(await call(accountSecurity.change_password, { body })).toMatchObject({
      code: '0',
      message: '密码已修改，其他设备已退出登录',
    })
    await platform.clock.advance(5_000)
    expect([await isIn(user.id, token), await isIn(user.id, other.access)]).toEqual([true, false])
    expect((await platform.call(auth.refresh, { body: { refresh: other.refresh } })).status).toBe(401)
    expect((await platform.call(auth.refresh, { body: { refresh } })).status).toBe(200)
    expect((await login(user.phone, user.password)).code).toBe(resultCodes.bad_credentials.code)
    expect((await login(user.phone, changed)).code).toBe('0')
  })

  it('takes a code to the own phone instead, once', async () => {
    const { call, user } = await platform.signUp()
    await platform.clock.advance(60_000)
    await call(stepUp.send_captcha)
    const captcha = platform.smsCode(user.phone)
    expect((await call(accountSecurity.change_password, { body: { captcha, password: changed } })).code).toBe('0')
    const again = await call(accountSecurity.change_password, { body: { captcha, password: 'Again#2026' } })
    expect(again.code).toBe(resultCodes.bad_captcha.code)
  })

  it('tells the user', async () => {
    const { call, user, token } = await platform.signUp()
    await call(accountSecurity.change_password, { body: { old_password: user.password, password: changed } })
    expect(await titles(token)).toContain('密码已修改')
  })

  it.each([
    ['a wrong old one', { old_password: 'wrong#2026', password: changed }, { old_password: ['密码错误'] }],
    ['neither proof', { password: changed }, { old_password: ['请输入原密码或验证码'] }],
    ['none', { old_password: 'Gpu#2026rent', password: '' }, { password: ['请输入密码'] }],
    [
      'one of a single kind',
      { old_password: 'Gpu#2026rent', password: '12345678' },
      { password: ['请输入8-16位包含数字、字母和符号至少任意两种的密码'] },
    ],
    ['a common one', { old_password: 'Gpu#2026rent', password: 'abc123456' }, { password: ['该密码过于常见，请换一个'] }],
    ['the same one', { old_password: 'Gpu#2026rent', password: 'Gpu#2026rent' }, { password: ['新密码不能与原密码相同'] }],
  ])('refuses %s at its field, and changes nothing', async (_, body, errors) => {
    const { call, user } = await platform.signUp()
    expect((await call(accountSecurity.change_password, { body })).errors).toEqual(errors)
    expect((await login(user.phone, user.password)).code).toBe('0')
  })
})

describe('product §6 Changing the phone', () => {
  const code = async (person: Awaited<ReturnType<typeof platform.signUp>>, phone: string) => {
    const sent = await person.call(accountSecurity.send_phone_captcha, { body: { phone } })
    if (sent.status !== 200) throw new Error(sent.raw)
    return platform.smsCode(phone)
  }

  it('takes a code from the new one, ends every other session within five seconds and keeps this one', async () => {
    const person = await stepUpByPassword(await twice())
    const { call, user, token, other } = person
    const phone = '13700000001'
    const captcha = await code(person, phone)
    expect(await call(accountSecurity.change_phone, { body: { phone, captcha } })).toMatchObject({
      code: '0',
      message: '手机号已更换，其他设备已退出登录',
    })
    await platform.clock.advance(5_000)
    expect([await isIn(user.id, token), await isIn(user.id, other.access)]).toEqual([true, false])
    expect((await platform.call(auth.refresh, { body: { refresh: other.refresh } })).status).toBe(401)
    expect((await login(user.phone, user.password)).code).toBe(resultCodes.bad_credentials.code)
    expect((await login(phone, user.password)).data.userId).toBe(user.id)
    expect(await titles(token)).toContain('手机号已更换')
    const info = await call(users.get, { params: { id: user.id } })
    expect(info.data.phone).toBe('137****0001')
  })

  it('refuses a phone that has an account with code 00100005, before and after the code was sent', async () => {
    const [person, owner] = [await stepUpByPassword(await platform.signUp()), await platform.signUp()]
    const asked = await person.call(accountSecurity.send_phone_captcha, { body: { phone: owner.user.phone } })
    expect(asked).toMatchObject({ status: 409, code: '00100005', errors: { phone: ['该手机号已被其他账号使用，请换一个'] } })
    const phone = '13700000002'
    const captcha = await code(person, phone)
    await platform.clock.advance(60_000)
    await platform.signUp({ phone })
    await stepUpByPassword(person)
    const late = await person.call(accountSecurity.change_phone, { body: { phone, captcha } })
    expect(late).toMatchObject({ status: 409, code: '00100005' })
  })

  it('refuses a code that went to another phone, and burns it after five wrong tries', async () => {
    const person = await stepUpByPassword(await platform.signUp())
    const captcha = await code(person, '13700000003')
    const change = (phone: string, typed: string) =>
      person.call(accountSecurity.change_phone, { body: { phone, captcha: typed } })
    expect((await change('13700000004', captcha)).code).toBe(resultCodes.bad_captcha.code)
    const wrong = captcha === '000000' ? '111111' : '000000'
    for (let n = 0; n < 5; n += 1) expect((await change('13700000003', wrong)).code).toBe(resultCodes.bad_captcha.code)
    expect((await change('13700000003', captcha)).code).toBe(resultCodes.bad_captcha.code)
  })

  it('tells whether a phone has an account ten times a minute at most', async () => {
    const person = await stepUpByPassword(await platform.signUp())
    const { user } = await platform.signUp()
    const ask = () => person.call(accountSecurity.send_phone_captcha, { body: { phone: user.phone } })
    await platform.clock.advance(60_000)
    for (let n = 0; n < 10; n += 1) expect((await ask()).code).toBe('00100005')
    expect((await ask()).code).toBe(resultCodes.too_many_requests.code)
  })
})

describe('product §2 Sessions by device', () => {
  it('are listed with device, masked address and times, this one marked and first', async () => {
    const { call } = await twice()
    const { data } = await call(accountSecurity.sessions)
    expect(data).toMatchObject([
      { current: true, device: '未知设备', ip: expect.stringMatching(/^10\.0\.\d+\.\*$/) },
      { current: false, device: 'Chrome · Windows', ip: '203.0.113.*' },
    ])
  })

  it('leave the list when their tokens have died', async () => {
    const person = await twice()
    await platform.clock.advance(30 * 86_400_000)
    const { data: again } = await login(person.user.phone, person.user.password)
    const { data } = await platform.call(accountSecurity.sessions, {}, { token: again.access })
    expect(data.map(({ current }) => current)).toEqual([true])
  })

  it('end one by one, and not those of anybody else', async () => {
    const { call, user, token, other } = await twice()
    const stranger = await platform.signUp()
    const { data } = await call(accountSecurity.sessions)
    const { id } = data.find(({ current }) => !current)!
    expect((await stranger.call(accountSecurity.end_session, { params: { id } })).status).toBe(404)
    expect(await isIn(user.id, other.access)).toBe(true)
    expect((await call(accountSecurity.end_session, { params: { id } })).message).toBe('已退出该设备')
    expect([await isIn(user.id, token), await isIn(user.id, other.access)]).toEqual([true, false])
    expect((await call(accountSecurity.end_session, { params: { id } })).status).toBe(404)
  })

  it('end all but this one', async () => {
    const { call, user, token, other } = await twice()
    await login(user.phone, user.password, 'third')
    expect((await call(accountSecurity.end_other_sessions)).data).toEqual({ count: 2 })
    expect([await isIn(user.id, token), await isIn(user.id, other.access)]).toEqual([true, false])
  })
})

describe('product §6 The security level', () => {
  it('rises with what protects the account', async () => {
    const { call, user } = await platform.signUp()
    const read = async () => (await call(accountSecurity.get)).data
    expect(await read()).toMatchObject({
      level: 'low',
      phone: `${user.phone.slice(0, 3)}****${user.phone.slice(-4)}`,
      wechat_bound_at: null,
      real_name: false,
      sessions: 1,
    })
    const row = { open_id: 'level', user_id: user.id, bound_at: platform.clock.now() }
    await platform.deps.database.kysely.insertInto('wechat_bindings').values(row).execute()
    expect((await read()).level).toBe('medium')
  })
})
