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

const password = 'Gpu#2026rent'
const register = (phone: string, captcha: string, more: { password?: string; invite_code?: string } = {}) =>
  platform.call(auth.register, { body: { phone, captcha, password, ...more } })
const accountsOf = (phone: string) =>
  platform.deps.database.kysely.selectFrom('users').selectAll().where('phone', '=', phone).execute()

describe('§7 Registration', () => {
  it('opens an account with an empty wallet, a nickname and a welcome, and says 注册成功', async () => {
    const phone = '13900008000'
    const made = await register(phone, await platform.askCode(phone, 'register', { ip: '10.1.0.1' }))
    expect(made).toMatchObject({ status: 200, code: '0', message: '注册成功' })
    const { access: token, userId } = (await platform.call(auth.login, { body: { phone, password } })).data
    expect(userId).toBe(made.data.id)
    const info = await platform.call(users.get, { params: { id: userId } }, { token })
    expect(info.data).toMatchObject({
      nickname: '用户_8000',
      phone: '139****8000',
      total_amount: '0.00',
      account_type: 'main',
      role: 'user',
      real_name: { passed: 'F', name: null },
    })
    const inbox = await platform.call(notifications.list, {}, { token })
    expect(inbox.data.map(({ title }) => title)).toEqual(['欢迎使用智算中心'])
  })

  it('refuses a taken phone once the code is right, and not before', async () => {
    const { user } = await platform.signUp()
    const captcha = platform.smsCode(user.phone)
    const wrong = captcha === '000000' ? '000001' : '000000'
    expect(await register(user.phone, wrong)).toMatchObject({ status: 400, code: resultCodes.bad_captcha.code })
    expect(await register(user.phone, captcha)).toMatchObject({
      status: 409,
      code: '00100005',
      message: '该手机号已注册，请直接登录',
      errors: { phone: ['该手机号已注册，请直接登录'] },
    })
  })

  it('gives one of many parallel calls the phone; the others learn that it is taken', async () => {
    const phone = '13900000002'
    const captcha = await platform.askCode(phone, 'register', { ip: '10.1.0.2' })
    const replies = await Promise.all(Array.from({ length: 12 }, () => register(phone, captcha)))
    expect(replies.map(({ code }) => code).sort()).toEqual([
      '0',
      ...Array.from({ length: 11 }, () => resultCodes.phone_taken.code),
    ])
    expect(await accountsOf(phone)).toHaveLength(1)
  })

  it('knows the inviter by a code in either case, and refuses an unknown code without spending the SMS', async () => {
    const inviter = await platform.signUp()
    const { invite_code: inviteCode } = (await inviter.call(users.get, { params: { id: inviter.user.id } })).data
    const phone = '13900000003'
    const captcha = await platform.askCode(phone, 'register', { ip: '10.1.0.3' })
    expect(await register(phone, captcha, { invite_code: inviteCode === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ' })).toMatchObject({
      status: 422,
      code: '00100006',
      errors: { invite_code: ['邀请码不存在'] },
    })
    expect((await register(phone, captcha, { invite_code: inviteCode.toLowerCase() })).code).toBe('0')
    expect((await accountsOf(phone))[0]).toMatchObject({ invited_by: inviter.user.id })
  })

  it('takes an empty invite code as none', async () => {
    const phone = '13900000004'
    const captcha = await platform.askCode(phone, 'register', { ip: '10.1.0.4' })
    expect((await register(phone, captcha, { invite_code: '' })).code).toBe('0')
    expect((await accountsOf(phone))[0]).toMatchObject({ invited_by: null })
  })

  it.each(['a1234567', 'Password1', '1QAZ2wsx', 'woaini1314', 'a13900000005'])('refuses the common password %s', async (weak) => {
    expect(await register('13900000005', '123456', { password: weak })).toMatchObject({
      status: 422,
      code: '00100008',
      errors: { password: ['该密码过于常见，请换一个'] },
    })
  })

  it.each([
    ['', '请输入密码'],
    ['short1', '请输入8-16位包含数字、字母和符号至少任意两种的密码'],
    ['onlyletters', '请输入8-16位包含数字、字母和符号至少任意两种的密码'],
    ['with space 1', '请输入8-16位包含数字、字母和符号至少任意两种的密码'],
  ])('asks for the password rule of §5: %j', async (given, message) => {
    const reply = await register('13900000006', '123456', { password: given })
    expect(reply).toMatchObject({ status: 400, errors: { password: [message] } })
  })

  it('stores argon2id at the agreed cost and nothing of the password', async () => {
    const { user } = await platform.signUp()
    const [row] = await accountsOf(user.phone)
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain(user.password)
  })
})
