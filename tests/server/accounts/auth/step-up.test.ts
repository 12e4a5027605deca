import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { stepUp } from '#contract/step-up.ts'
import { users } from '#contract/users.ts'
import { wechat } from '#contract/wechat.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { stepUpByPassword } from '#tests/support/step-up.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const required = resultCodes.step_up_required.code
/** What an open browser alone must not do. */
const guarded: [string, Endpoint, object][] = [
  ['a code goes to another phone', accountSecurity.send_phone_captcha, { phone: '13700009999' }],
  ['the phone is changed', accountSecurity.change_phone, { phone: '13700009999', captcha: '123456' }],
  ['the account is closed', accountSecurity.close, { consent: true }],
  ['the own ID number is shown', users.reveal_real_name, {}],
  ['a WeChat is bound', wechat.bind_wechat, { scene_str: 'scene' }],
  ['the WeChat is unbound', wechat.unbind_wechat, {}],
]

describe('product §2 Step-up', () => {
  it.each(guarded)('is asked for before %s', async (_, endpoint, body) => {
    const { call } = await platform.signUp()
    expect(await call(endpoint, { body })).toMatchObject({ status: 403, code: required, message: '请先验证身份，再继续操作' })
  })

  it('is asked for before the own data are downloaded', async () => {
    const { token } = await platform.signUp()
    const { status, bytes } = await platform.fetchFile(accountSecurity.export_data, {}, token)
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([403, required])
  })

  it('holds for ten minutes, and only at the session that gave it', async () => {
    const { call, user } = await platform.signUp({ real_name: true })
    const elsewhere = await platform.call(auth.login, { body: { phone: user.phone, password: user.password } }, { ip: user.ip })
    const { data } = await call(stepUp.prove, { body: { password: user.password } })
    expect(Date.parse(data.valid_until) - platform.clock.now().getTime()).toBe(limits.stepUpSeconds * 1000)
    expect((await call(users.reveal_real_name)).code).toBe('0')
    const other = await platform.call(users.reveal_real_name, {}, { token: elsewhere.data.access })
    expect(other.code).toBe(required)
    await platform.clock.advance(limits.stepUpSeconds * 1000)
    expect((await call(users.reveal_real_name)).code).toBe('0')
    await platform.clock.advance(1000)
    expect((await call(users.reveal_real_name)).code).toBe(required)
  })

  it('is given by a code to the own phone, which works once', async () => {
    const { call, user } = await platform.signUp({ real_name: true })
    await platform.clock.advance(60_000)
    const sent = await call(stepUp.send_captcha)
    expect(sent.data).toEqual({ phone: `${user.phone.slice(0, 3)}****${user.phone.slice(-4)}`, resend_after: 60 })
    const captcha = platform.smsCode(user.phone)
    expect((await call(stepUp.prove, { body: { captcha } })).code).toBe('0')
    expect(await call(stepUp.prove, { body: { captcha } })).toMatchObject({ status: 400, code: resultCodes.bad_captcha.code })
    expect((await call(users.reveal_real_name)).code).toBe('0')
  })

  it('is not given by a code that was sent for something else', async () => {
    const { call, user } = await platform.signUp()
    await platform.clock.advance(60_000)
    const captcha = await platform.askCode(user.phone, 'login', { ip: user.ip })
    expect((await call(stepUp.prove, { body: { captcha } })).code).toBe(resultCodes.bad_captcha.code)
  })

  it('takes one proof, and says at the field when it is wrong', async () => {
    const { call, user } = await platform.signUp()
    for (const body of [{}, { password: user.password, captcha: '123456' }])
      expect((await call(stepUp.prove, { body })).errors).toEqual({ password: ['请输入密码或验证码'] })
    expect(await call(stepUp.prove, { body: { password: 'wrong#2026' } })).toMatchObject({
      status: 422,
      code: resultCodes.wrong_password.code,
      errors: { password: ['密码错误'] },
    })
  })

  it('makes guesses wait, longer each time, and takes the right password afterwards', async () => {
    const { call, user } = await platform.signUp()
    const guess = () => call(stepUp.prove, { body: { password: 'wrong#2026' } })
    for (let n = 0; n < 5; n += 1) expect((await guess()).code).toBe(resultCodes.wrong_password.code)
    expect(await guess()).toMatchObject({ status: 429, code: resultCodes.too_many_attempts.code, retry_after: 1 })
    await platform.clock.advance(1000)
    expect((await guess()).code).toBe(resultCodes.wrong_password.code)
    expect((await guess()).retry_after).toBe(2)
    await platform.clock.advance(2000)
    expect((await call(stepUp.prove, { body: { password: user.password } })).code).toBe('0')
  })
})

describe('product §6 The own ID number in full', () => {
  it('needs a verified account and a proof, and leaves an audit row without the number', async () => {
    const nobody = await stepUpByPassword(await platform.signUp())
    expect((await nobody.call(users.reveal_real_name)).code).toBe(resultCodes.real_name_required.code)
    const { call, user } = await stepUpByPassword(await platform.signUp({ real_name: true }))
    const { data } = await call(users.reveal_real_name)
    expect(data.name).toBe('张三')
    expect(data.id_number).toMatch(/^\d{17}[\dX]$/)
    const rows = await platform.deps.database.kysely
      .selectFrom('audit_log')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('endpoint', '=', 'users.reveal_real_name')
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(data.id_number)
  })
})
