import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const seconds = (n: number) => platform.clock.advance(n * 1000)
const wrong = 'wrong#2026'
const login = (
  phone: string,
  proof: { password: string } | { captcha: string },
  ip = '10.3.0.1',
  headers?: Record<string, string>,
) => platform.call(auth.login, { body: { phone, ...proof } }, { ip, headers })
const refused = { status: 400, code: '00100001', message: '手机号或密码错误', errors: { password: ['手机号或密码错误'] } }

describe('§7 Login', () => {
  it('signs in by password and says 登录成功', async () => {
    const { user } = await platform.signUp()
    const reply = await login(user.phone, { password: user.password })
    expect(reply).toMatchObject({ status: 200, code: '0', message: '登录成功', data: { userId: user.id } })
    const info = await platform.call(users.get, { params: { id: user.id } }, { token: reply.data.access })
    expect(info.data.id).toBe(user.id)
  })

  it('signs in by SMS code, once per code', async () => {
    const { user } = await platform.signUp()
    await seconds(60)
    const captcha = await platform.askCode(user.phone, 'login', { ip: user.ip })
    expect(await login(user.phone, { captcha })).toMatchObject({ code: '0', message: '登录成功' })
    expect(await login(user.phone, { captcha })).toMatchObject({
      status: 400,
      code: '00100002',
      errors: { captcha: [resultCodes.bad_captcha.message] },
    })
  })

  it('wants exactly one of password and code', async () => {
    const none = await platform.call(auth.login, { body: { phone: '13800000001' } })
    const both = await platform.call(auth.login, { body: { phone: '13800000001', password: wrong, captcha: '123456' } })
    for (const reply of [none, both]) expect(reply).toMatchObject({ status: 400, errors: { password: ['请输入密码或验证码'] } })
  })

  it.each([
    ['', '请输入手机号'],
    ['12345', '请输入正确的手机号'],
    ['12800000001', '请输入正确的手机号'],
  ])('checks the phone in the words of §5: %j', async (phone, message) => {
    expect(await login(phone, { password: wrong })).toMatchObject({ status: 400, errors: { phone: [message] } })
  })

  it('takes the phones of §5 that begin with 2', async () => {
    expect(await login('20000000001', { password: wrong })).toMatchObject(refused)
  })

  it('answers an unknown phone, a wrong password and another account type with the same body', async () => {
    const { user } = await platform.signUp()
    const sub = { body: { phone: user.phone, password: user.password, account_type: 'sub' as const } }
    const replies = [
      await login(user.phone, { password: wrong }, '10.3.1.1'),
      await login('13600000001', { password: wrong }, '10.3.1.2'),
      await platform.call(auth.login, sub, { ip: '10.3.1.3' }),
    ]
    for (const reply of replies) expect(reply).toMatchObject(refused)
    expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1)
  })

  it('takes as long for an unknown phone as for a wrong password', async () => {
    const { user } = await platform.signUp()
    const took = async (phone: string, ip: string) => {
      const from = performance.now()
      await login(phone, { password: wrong }, ip)
      return performance.now() - from
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let n = 0; n < 21; n++) {
      known.push(await took(user.phone, `10.3.4.${n}`))
      unknown.push(await took('13600000009', `10.3.5.${n}`))
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[10]!
    // Without a hash to compare it would be a few hundredths; a busy machine moves the ratio of two hashes, too.
    expect(median(unknown) / median(known)).toBeGreaterThan(0.4)
  })

  it('answers a wrong code the same for a known and an unknown phone', async () => {
    const { user } = await platform.signUp()
    const [known, unknown] = [await login(user.phone, { captcha: '0000' }), await login('13600000002', { captcha: '0000' })]
    expect(known).toMatchObject({ status: 400, code: resultCodes.bad_captcha.code })
    expect(unknown.raw).toBe(known.raw)
  })

  it('tells a frozen account so to its owner only, and ends its calls', async () => {
    const { user, call } = await platform.signUp()
    const frozen = { status: 403, code: '00100007', message: '账号已被冻结，请联系客服' }
    await platform.deps.database.kysely
      .updateTable('users')
      .set({ frozen_at: platform.clock.now() })
      .where('id', '=', user.id)
      .execute()
    expect(await login(user.phone, { password: wrong })).toMatchObject(refused)
    expect(await login(user.phone, { password: user.password })).toMatchObject(frozen)
    await seconds(60)
    const captcha = await platform.askCode(user.phone, 'login', { ip: user.ip })
    expect(await login(user.phone, { captcha })).toMatchObject(frozen)
    expect(await call(users.get, { params: { id: user.id } })).toMatchObject(frozen)
  })

  it('tells who is signed in elsewhere about a new device', async () => {
    const { user, call } = await platform.signUp()
    await login(user.phone, { password: user.password }, '10.3.2.1')
    await login(user.phone, { password: user.password }, '10.3.2.2', { 'user-agent': 'another browser' })
    const titles = (await call(notifications.list)).data.map(({ title }) => title)
    expect(titles.filter((title) => title === '新设备登录')).toHaveLength(1)
  })
})

describe('§7 Logout', () => {
  it('ends this session and its tokens, and no other', async () => {
    const { user, token, refresh, call } = await platform.signUp()
    const other = (await login(user.phone, { password: user.password })).data
    expect(await call(auth.logout)).toMatchObject({ code: '0', message: '已退出登录' })
    expect(await platform.call(users.get, { params: { id: user.id } }, { token })).toMatchObject({
      status: 401,
      code: '00100401',
      message: '登录已失效，请重新登录',
    })
    expect((await platform.call(auth.refresh, { body: { refresh } })).status).toBe(401)
    expect((await platform.call(users.get, { params: { id: user.id } }, { token: other.access })).code).toBe('0')
  })

  it('is nothing a visitor can do', async () => {
    expect(await platform.call(auth.logout)).toMatchObject({ status: 401, code: '00100401' })
  })
})
