import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const seconds = (n: number) => platform.clock.advance(n * 1000)
const resetWith = (phone: string, captcha: string, password = 'New#2026pass') =>
  platform.call(auth.reset_password, { body: { phone, captcha, password } })
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

describe('product §2 What a code opens', () => {
  const withCode = async () => {
    const { user } = await platform.signUp()
    await seconds(60)
    return { phone: user.phone, ip: user.ip, code: await platform.askCode(user.phone, 'reset_password', { ip: user.ip }) }
  }
  const refused = { status: 400, code: '00100002', message: '验证码错误或已过期', errors: { captcha: ['验证码错误或已过期'] } }

  it('opens one thing once', async () => {
    const { phone, code } = await withCode()
    expect(await resetWith(phone, code)).toMatchObject({ code: '0' })
    expect(await resetWith(phone, code)).toMatchObject(refused)
  })

  it('opens once though asked many times in parallel', async () => {
    const { phone, code } = await withCode()
    const replies = await Promise.all(Array.from({ length: 8 }, () => resetWith(phone, code)))
    expect(replies.map((reply) => reply.code).sort()).toEqual(['0', ...Array.from({ length: 7 }, () => refused.code)])
  })

  it('is of no use for another purpose or another phone', async () => {
    const { phone, code } = await withCode()
    const other = await platform.signUp()
    expect(await platform.call(auth.login, { body: { phone, captcha: code } })).toMatchObject(refused)
    expect(await resetWith(other.user.phone, code)).toMatchObject(refused)
    expect((await resetWith(phone, code)).code).toBe('0')
  })

  it('is void after five minutes', async () => {
    const { phone, code } = await withCode()
    await seconds(299)
    expect((await resetWith(phone, otherThan(code))).code).toBe(refused.code)
    await seconds(1)
    expect(await resetWith(phone, code)).toMatchObject(refused)
  })

  it('is burnt by the fifth wrong try, in sequence or in parallel', async () => {
    const first = await withCode()
    for (let n = 0; n < 4; n++) await resetWith(first.phone, otherThan(first.code))
    expect((await resetWith(first.phone, first.code)).code, 'after four').toBe('0')
    const second = await withCode()
    await Promise.all(Array.from({ length: 5 }, () => resetWith(second.phone, otherThan(second.code))))
    expect(await resetWith(second.phone, second.code), 'after five').toMatchObject(refused)
  })

  it('is not burnt by strangers: their five wrong tries are counted apart from those of whoever asked for it', async () => {
    const { phone, code, ip } = await withCode()
    const guess = (captcha: string, from: string) =>
      platform.call(auth.reset_password, { body: { phone, captcha, password: 'New#2026pass' } }, { ip: from })
    for (let n = 0; n < 20; n++) expect(await guess(otherThan(code), `10.3.${n}.1`)).toMatchObject(refused)
    expect(await guess(code, '10.3.99.1'), 'from everywhere else it is burnt: no more guesses in all').toMatchObject(refused)
    for (let n = 0; n < 4; n++) expect(await guess(otherThan(code), ip)).toMatchObject(refused)
    expect((await guess(code, ip)).code).toBe('0')
  })

  it('stays good where it was asked for, also when a stranger has another one sent', async () => {
    const { phone, code, ip } = await withCode()
    await seconds(60)
    await platform.askCode(phone, 'reset_password', { ip: '10.3.100.1' })
    const body = { phone, captcha: code, password: 'New#2026pass' }
    expect((await platform.call(auth.reset_password, { body }, { ip })).code).toBe('0')
  })

  it('is void once a newer one was sent', async () => {
    const { phone, code } = await withCode()
    await seconds(60)
    const newer = await platform.askCode(phone, 'reset_password', { ip: '10.2.8.1' })
    if (newer !== code) expect(await resetWith(phone, code)).toMatchObject(refused)
    expect((await resetWith(phone, newer)).code).toBe('0')
  })

  it('is not in the database', async () => {
    const { phone, code } = await withCode()
    const rows = await platform.deps.database.kysely.selectFrom('captchas').selectAll().where('phone', '=', phone).execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows.map(({ code_hash: codeHash }) => codeHash))).not.toContain(code)
  })
})
