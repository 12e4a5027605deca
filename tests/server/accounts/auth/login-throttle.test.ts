import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const seconds = (n: number) => platform.clock.advance(n * 1000)
const wrong = 'wrong#2026'
const login = (phone: string, proof: { password: string } | { captcha: string }, ip: string) =>
  platform.call(auth.login, { body: { phone, ...proof } }, { ip })
const refused = { status: 400, code: '00100001', message: '手机号或密码错误', errors: { password: ['手机号或密码错误'] } }
const delayed = { status: 429, code: '00100004', message: '尝试次数过多，请稍后再试' }

describe('product §2 Password guessing', () => {
  const guess = (phone: string, ip: string) => login(phone, { password: wrong }, ip)

  it('has five free tries per account and address, then waits of 1, 2, 4 … 60 s', async () => {
    const { user } = await platform.signUp()
    for (let n = 0; n < 5; n++) expect(await guess(user.phone, '10.3.3.1')).toMatchObject(refused)
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await guess(user.phone, '10.3.3.1')).toMatchObject({ ...delayed, retry_after: wait })
      await seconds(wait - 0.001)
      expect(await login(user.phone, { password: user.password }, '10.3.3.1'), 'the right one waits too').toMatchObject({
        retry_after: 1,
      })
      await seconds(0.001)
      expect(await guess(user.phone, '10.3.3.1')).toMatchObject(refused)
    }
  })

  it('waits the same for a phone that has no account', async () => {
    for (let n = 0; n < 5; n++) await guess('13600000003', '10.3.3.2')
    expect(await guess('13600000003', '10.3.3.2')).toMatchObject({ ...delayed, retry_after: 1 })
  })

  it('forgets the failures when the owner signs in, by password or by SMS', async () => {
    const { user } = await platform.signUp()
    for (const proof of ['password', 'captcha'] as const) {
      await seconds(60)
      for (let n = 0; n < 4; n++) await guess(user.phone, '10.3.3.3')
      const shown =
        proof === 'password'
          ? { password: user.password }
          : { captcha: await platform.askCode(user.phone, 'login', { ip: user.ip }) }
      expect((await login(user.phone, shown, '10.3.3.3')).code).toBe('0')
    }
    for (let n = 0; n < 5; n++) expect(await guess(user.phone, '10.3.3.3')).toMatchObject(refused)
  })

  it('never keeps the owner out at another address', async () => {
    const { user } = await platform.signUp()
    for (let n = 0; n < 8; n++) await guess(user.phone, '10.3.3.4')
    expect((await guess(user.phone, '10.3.3.4')).code).toBe(delayed.code)
    expect((await login(user.phone, { password: user.password }, '10.3.3.5')).code).toBe('0')
  })

  it('counts parallel guesses before they are compared', async () => {
    const { user } = await platform.signUp()
    const replies = await Promise.all(Array.from({ length: 40 }, () => guess(user.phone, '10.3.3.6')))
    expect(replies.filter(({ code }) => code === refused.code)).toHaveLength(5)
    expect(replies.filter(({ code }) => code === delayed.code)).toHaveLength(35)
  })

  it('slows an address that tries many accounts', async () => {
    const ip = '10.3.3.7'
    const owner = await platform.signUp()
    // Whoever signs in well leaves nothing behind.
    for (let n = 0; n < 3; n++) await login(owner.user.phone, { password: owner.user.password }, ip)
    const phones = Array.from({ length: 101 }, (_, n) => `1350000${String(n).padStart(4, '0')}`)
    const replies = await Promise.all(phones.map((phone) => guess(phone, ip)))
    expect(replies.filter(({ code }) => code === delayed.code)).toHaveLength(1)
    expect(await login(owner.user.phone, { password: owner.user.password }, ip)).toMatchObject(delayed)
    await seconds(600)
    expect((await guess('13500009999', ip)).code).toBe(refused.code)
  })

  it('slows many addresses that try one account, but not its owner where the account is signed in', async () => {
    const { user } = await platform.signUp()
    const replies = await Promise.all(Array.from({ length: 120 }, (_, n) => guess(user.phone, `10.4.${n}.1`)))
    expect(replies.filter(({ code }) => code === refused.code)).toHaveLength(100)
    expect(await login(user.phone, { password: user.password }, '10.4.200.1')).toMatchObject(delayed)
    expect((await login(user.phone, { password: user.password }, user.ip)).code).toBe('0')
    expect((await login(user.phone, { password: user.password }, '10.4.200.1')).code, 'success forgets').toBe('0')
  })
})
