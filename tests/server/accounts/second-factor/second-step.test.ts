import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { wechat } from '#contract/wechat.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { addSecondFactor, readTicket, takeSecondStep } from '#tests/support/second-factor.ts'
import { createWechatHelper } from '#tests/support/wechat.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

async function signUpWithFactor() {
  const person = await platform.signUp()
  return { ...person, factor: await addSecondFactor(person, platform.clock) }
}
type Person = Awaited<ReturnType<typeof signUpWithFactor>>
const byPassword = ({ user }: Person, options = {}) =>
  platform.call(auth.login, { body: { phone: user.phone, password: user.password } }, { ip: user.ip, ...options })
const secondStep = ({ user }: Person, ticket: string, proof: Parameters<typeof takeSecondStep>[2], options = {}) =>
  takeSecondStep(platform.call, ticket, proof, { ip: user.ip, ...options })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const gone = resultCodes.sign_in_ticket_gone.code
const [bad, required] = [resultCodes.bad_factor_code.code, resultCodes.second_factor_required.code]

describe('decision 101 Signing in with a second factor', () => {
  it('answers the first step with a ticket and no token, and the second with both', async () => {
    const person = await signUpWithFactor()
    const first = await byPassword(person)
    expect(first).toMatchObject({ status: 403, code: required })
    expect(first.raw).not.toMatch(/access|refresh/)
    expect(Date.parse(first.ticket!.expires_at) - platform.clock.now().getTime()).toBe(limits.signInTicketSeconds * 1000)
    const { data } = await secondStep(person, readTicket(first), { code: person.factor.code() })
    expect(data.userId).toBe(person.user.id)
    expect((await platform.call(accountSecurity.get, {}, { token: data.access })).status).toBe(200)
    expect((await platform.call(auth.refresh, { body: { refresh: data.refresh } })).status).toBe(200)
  })

  it('asks after a code by SMS as well, which is then used up', async () => {
    const person = await signUpWithFactor()
    await platform.clock.advance(60_000)
    const body = { phone: person.user.phone, captcha: await platform.askCode(person.user.phone, 'login', person.user) }
    const first = await platform.call(auth.login, { body }, person.user)
    expect((await platform.call(auth.login, { body }, person.user)).code).toBe(resultCodes.bad_captcha.code)
    expect((await secondStep(person, readTicket(first), { code: person.factor.code() })).code).toBe('0')
  })

  it('asks for the code of a sub-account too', async () => {
    const person = await signUpWithFactor()
    await platform.deps.database.kysely
      .updateTable('users')
      .set({ account_type: 'sub' })
      .where('id', '=', person.user.id)
      .execute()
    expect((await secondStep(person, readTicket(await byPassword(person)), { code: person.factor.code() })).code).toBe('0')
  })

  it('takes a code once, over all sign-ins', async () => {
    const person = await signUpWithFactor()
    const code = person.factor.code()
    const [one, two] = [readTicket(await byPassword(person)), readTicket(await byPassword(person))]
    const answers = await Promise.all([one, two].map((ticket) => secondStep(person, ticket, { code })))
    expect(answers.map((answer) => answer.code).sort()).toEqual(['0', bad])
    await platform.clock.advance(30_000)
    expect((await secondStep(person, readTicket(await byPassword(person)), { code: person.factor.code() })).code).toBe('0')
  })

  it('takes a ticket once, from the browser of the first step, for five minutes', async () => {
    const person = await signUpWithFactor()
    const ticket = readTicket(await byPassword(person))
    const proof = () => ({ code: person.factor.code() })
    const other = { headers: { 'user-agent': 'another browser' } }
    expect(await secondStep(person, ticket, proof(), other)).toMatchObject({ status: 409, code: gone })
    expect((await secondStep(person, ticket, proof())).code).toBe('0')
    await platform.clock.advance(30_000)
    expect((await secondStep(person, ticket, proof())).code).toBe(gone)
    const late = readTicket(await byPassword(person))
    await platform.clock.advance(limits.signInTicketSeconds * 1000)
    expect((await secondStep(person, late, proof())).code).toBe(gone)
    expect((await secondStep(person, 'invented', proof())).code).toBe(gone)
  })

  it('gives a ticket five tries, and makes guesses with new ones wait', async () => {
    const person = await signUpWithFactor()
    const ticket = readTicket(await byPassword(person))
    const guess = (by: string) => secondStep(person, by, { code: wrong(person.factor.code()) })
    for (let tries = 0; tries < limits.signInTicketTries; tries += 1) expect((await guess(ticket)).code).toBe(bad)
    expect((await secondStep(person, ticket, { code: person.factor.code() })).code).toBe(gone)
    const next = readTicket(await byPassword(person))
    expect(await guess(next)).toMatchObject({ status: 429, code: resultCodes.too_many_attempts.code })
    await platform.clock.advance(1000)
    expect((await secondStep(person, next, { code: person.factor.code() })).code).toBe('0')
  })

  it('takes each recovery code once, and tells how many are left', async () => {
    const person = await signUpWithFactor()
    const [first] = person.factor.recovery_codes
    const proof = { recovery_code: first! }
    const { data } = await secondStep(person, readTicket(await byPassword(person)), proof)
    const token = { token: data.access }
    expect((await platform.call(secondFactor.get, {}, token)).data.recovery_codes_left).toBe(limits.recoveryCodes - 1)
    const [notice] = (await platform.call(notifications.list, {}, token)).data.filter(({ title }) => title === '恢复码已使用')
    expect(notice?.content).toContain('还剩 9 个')
    const again = await secondStep(person, readTicket(await byPassword(person)), proof)
    expect(again.errors).toEqual({ recovery_code: [resultCodes.bad_recovery_code.message] })
  })

  it('forgets tickets with the password that earned them, and a reset of it leaves the factor', async () => {
    const person = await signUpWithFactor()
    const { phone } = person.user
    const ticket = readTicket(await byPassword(person))
    await platform.clock.advance(60_000)
    const captcha = await platform.askCode(phone, 'reset_password', person.user)
    const body = { phone, captcha, password: 'Another#2026' }
    expect((await platform.call(auth.reset_password, { body }, person.user)).code).toBe('0')
    expect((await secondStep(person, ticket, { code: person.factor.code() })).code).toBe(gone)
    const signedIn = await platform.call(auth.login, { body: { phone, password: body.password } }, person.user)
    expect(signedIn.code).toBe(required)
  })

  it('opens nothing for an account that was frozen between the steps', async () => {
    const person = await signUpWithFactor()
    const ticket = readTicket(await byPassword(person))
    await platform.deps.database.kysely
      .updateTable('users')
      .set({ frozen_at: platform.clock.now() })
      .where('id', '=', person.user.id)
      .execute()
    expect((await secondStep(person, ticket, { code: person.factor.code() })).code).toBe(resultCodes.account_frozen.code)
  })

  it('asks after a WeChat scan; a WeChat is bound with the second step and not before', async () => {
    const world = createWechatHelper(platform)
    const person = await signUpWithFactor()
    const openId = 'sandbox-wechat-4'
    const sceneStr = await world.confirmed(openId)
    await platform.clock.advance(60_000)
    const captcha = await platform.askCode(person.user.phone, 'wechat_bind', person.user)
    const body = { phone: person.user.phone, captcha, scene_str: sceneStr }
    const first = await platform.call(wechat.bind_phone, { body }, world.from())
    const isBound = async () =>
      (
        await platform.deps.database.kysely
          .selectFrom('wechat_bindings')
          .selectAll()
          .where('user_id', '=', person.user.id)
          .execute()
      ).length === 1
    expect([readTicket(first).length > 0, await isBound()]).toEqual([true, false])
    const code = () => ({ code: person.factor.code() })
    expect((await secondStep(person, readTicket(first), code(), world.from())).code).toBe('0')
    expect(await isBound()).toBe(true)
    await platform.clock.advance(30_000)
    const scanned = await world.confirmed(openId)
    const polled = await world.poll(scanned)
    expect(polled.code).toBe(required)
    expect((await world.poll(scanned)).code).toBe(resultCodes.wechat_expired.code)
    expect((await secondStep(person, readTicket(polled), code(), world.from())).data.userId).toBe(person.user.id)
  })
})
