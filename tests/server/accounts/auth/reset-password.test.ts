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

const changed = 'Changed#2026'
const reset = (phone: string, captcha: string, password = changed) =>
  platform.call(auth.reset_password, { body: { phone, captcha, password } })
const login = (phone: string, password: string) => platform.call(auth.login, { body: { phone, password } }, { ip: '10.5.0.1' })
async function withCode() {
  const person = await platform.signUp()
  await platform.clock.advance(60_000)
  return { ...person, captcha: await platform.askCode(person.user.phone, 'reset_password', { ip: person.user.ip }) }
}

describe('§7 Password reset', () => {
  it('changes the password and ends every session at once', async () => {
    const { user, token, refresh, captcha } = await withCode()
    const second = (await login(user.phone, user.password)).data
    expect((await platform.call(users.get, { params: { id: user.id } }, { token })).code).toBe('0')
    expect(await reset(user.phone, captcha)).toMatchObject({ status: 200, code: '0', message: '密码已重置，请用新密码登录' })
    for (const access of [token, second.access]) {
      expect(await platform.call(users.get, { params: { id: user.id } }, { token: access })).toMatchObject({
        status: 401,
        code: '00100401',
      })
    }
    for (const old of [refresh, second.refresh])
      expect((await platform.call(auth.refresh, { body: { refresh: old } })).status).toBe(401)
    expect((await login(user.phone, user.password)).code).toBe(resultCodes.bad_credentials.code)
    expect((await login(user.phone, changed)).code).toBe('0')
  })

  it('tells the user', async () => {
    const { user, captcha } = await withCode()
    await reset(user.phone, captcha)
    const { access } = (await login(user.phone, changed)).data
    const [newest] = (await platform.call(notifications.list, {}, { token: access })).data
    expect(newest).toMatchObject({ class: 'system', title: '密码已重置' })
  })

  it('ends the waits of guessed passwords', async () => {
    const { user, captcha } = await withCode()
    for (let n = 0; n < 7; n++)
      await platform.call(auth.login, { body: { phone: user.phone, password: 'wrong#2026' } }, { ip: user.ip })
    await platform.call(auth.reset_password, { body: { phone: user.phone, captcha, password: changed } }, { ip: user.ip })
    expect((await platform.call(auth.login, { body: { phone: user.phone, password: changed } }, { ip: user.ip })).code).toBe('0')
  })

  it('refuses a common password before the code is looked at', async () => {
    const { user, captcha } = await withCode()
    expect(await reset(user.phone, captcha, 'abc123456')).toMatchObject({
      code: resultCodes.weak_password.code,
      errors: { password: [resultCodes.weak_password.message] },
    })
    expect((await reset(user.phone, captcha)).code).toBe('0')
  })

  it('answers a wrong code the same for a known and an unknown phone', async () => {
    const { user, captcha } = await withCode()
    const wrong = captcha === '111111' ? '222222' : '111111'
    const [known, unknown] = [await reset(user.phone, wrong), await reset('13400000001', wrong)]
    expect(known).toMatchObject({ status: 400, code: resultCodes.bad_captcha.code })
    expect(unknown.raw).toBe(known.raw)
  })

  it('lets no sign-in with the old password outlive it', async () => {
    const { user, captcha } = await withCode()
    const [, ...logins] = await Promise.all([
      reset(user.phone, captcha),
      ...Array.from({ length: 4 }, () => login(user.phone, user.password)),
    ])
    for (const reply of logins.filter(({ code }) => code === '0')) {
      expect((await platform.call(auth.refresh, { body: { refresh: reply.data.refresh } })).status).toBe(401)
    }
  })
})
