import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { notifications } from '#contract/notifications.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { stepUp } from '#contract/step-up.ts'
import { users } from '#contract/users.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { addSecondFactor, computeFactorCode } from '#tests/support/second-factor.ts'
import { stepUpByPassword } from '#tests/support/step-up.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

type Person = Awaited<ReturnType<TestPlatform['signUp']>>
const titles = async ({ call }: Person) => (await call(notifications.list)).data.map(({ title }) => title)
/** Somebody with a second factor, who has just proved who it is. */
async function signUpWithFactor() {
  const person = await platform.signUp()
  return { ...person, factor: await addSecondFactor(person, platform.clock) }
}
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('decision 101 Adding a second factor', () => {
  it('needs a recent proof, and a code of the secret that was shown', async () => {
    const person = await platform.signUp()
    const { call } = person
    expect((await call(secondFactor.enrol)).code).toBe(resultCodes.step_up_required.code)
    expect((await call(secondFactor.confirm, { body: { code: '123456' } })).code).toBe(resultCodes.enrolment_gone.code)
    await stepUpByPassword(person)
    const { uri, secret, expires_at: expiresAt } = (await call(secondFactor.enrol)).data
    expect(Date.parse(expiresAt) - platform.clock.now().getTime()).toBe(limits.enrolmentSeconds * 1000)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(uri)).toContain(person.user.phone)
    const code = computeFactorCode(uri, platform.clock.now())
    expect(await call(secondFactor.confirm, { body: { code: wrong(code) } })).toMatchObject({
      status: 400,
      code: resultCodes.bad_factor_code.code,
      errors: { code: [resultCodes.bad_factor_code.message] },
    })
    expect((await call(secondFactor.get)).data).toEqual({ added_at: null, recovery_codes_left: 0, required: false })
    const { recovery_codes: codes } = (await call(secondFactor.confirm, { body: { code } })).data
    expect(new Set(codes).size).toBe(limits.recoveryCodes)
    for (const one of codes) expect(one).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect((await call(secondFactor.get)).data).toMatchObject({
      added_at: platform.clock.now().toISOString(),
      recovery_codes_left: limits.recoveryCodes,
    })
    expect((await call(accountSecurity.get)).data.second_factor_added_at).not.toBeNull()
    expect((await call(secondFactor.enrol)).code).toBe(resultCodes.second_factor_on.code)
  })

  it('is over when the secret is older than fifteen minutes or has been replaced', async () => {
    const { call, user } = await stepUpByPassword(await platform.signUp())
    const first = (await call(secondFactor.enrol)).data
    const later = (await call(secondFactor.enrol)).data
    const codeOf = ({ uri }: { uri: string }) => ({ body: { code: computeFactorCode(uri, platform.clock.now()) } })
    expect((await call(secondFactor.confirm, codeOf(first))).code).toBe(resultCodes.bad_factor_code.code)
    await platform.clock.advance(limits.enrolmentSeconds * 1000)
    const again = await platform.call(auth.login, { body: { phone: user.phone, password: user.password } }, { ip: user.ip })
    const late = await platform.call(secondFactor.confirm, codeOf(later), { token: again.data.access })
    expect(late.code).toBe(resultCodes.enrolment_gone.code)
  })

  it('ends all other sessions, and tells the user', async () => {
    const person = await platform.signUp()
    const { user } = person
    const elsewhere = await platform.call(auth.login, { body: { phone: user.phone, password: user.password } }, { ip: user.ip })
    await addSecondFactor(person, platform.clock)
    expect((await platform.call(accountSecurity.get, {}, { token: elsewhere.data.access })).status).toBe(401)
    expect((await person.call(accountSecurity.get)).data.sessions).toBe(1)
    expect(await titles(person)).toContain('两步验证已开启')
  })

  it('is asked of nobody where no real money is', async () => {
    const { call, user } = await platform.signUp({ role: 'operator_admin' })
    expect((await call(secondFactor.get)).data.required).toBe(false)
    expect((await call(users.get, { params: { id: user.id } })).data.second_factor).toBe('off')
  })
})

describe('decision 101 A second factor that is on', () => {
  it('proves identity by a code that counts once, before what an open browser must not do', async () => {
    const { call, factor } = await signUpWithFactor()
    await platform.clock.advance(limits.stepUpSeconds * 1000)
    expect((await call(users.reveal_real_name)).code).toBe(resultCodes.step_up_required.code)
    const code = factor.code()
    expect((await call(stepUp.prove, { body: { code } })).code).toBe('0')
    expect((await call(users.reveal_real_name)).code).not.toBe(resultCodes.step_up_required.code)
    expect((await call(stepUp.prove, { body: { code } })).code).toBe(resultCodes.bad_factor_code.code)
  })

  it('proves nothing by a code for who has none', async () => {
    const { call } = await platform.signUp()
    expect((await call(stepUp.prove, { body: { code: '123456' } })).code).toBe(resultCodes.second_factor_off.code)
  })

  it('is removed by a code, with its recovery codes, and told', async () => {
    const person = await signUpWithFactor()
    const { call, factor } = person
    expect((await call(secondFactor.remove, { body: {} })).errors).toEqual({ code: ['请输入动态码或恢复码'] })
    expect((await call(secondFactor.remove, { body: { code: wrong(factor.code()) } })).status).toBe(400)
    expect((await call(secondFactor.remove, { body: { code: factor.code() } })).message).toBe('两步验证已关闭')
    expect((await call(secondFactor.get)).data).toMatchObject({ added_at: null, recovery_codes_left: 0 })
    expect(await titles(person)).toContain('两步验证已关闭')
    const { user } = person
    const again = await platform.call(auth.login, { body: { phone: user.phone, password: user.password } }, { ip: user.ip })
    expect(again.code).toBe('0')
  })

  it('is removed by a recovery code as well, typed in any way', async () => {
    const { call, factor } = await signUpWithFactor()
    const typed = ` ${factor.recovery_codes[0]!.toUpperCase().replaceAll('-', ' ')} `
    expect((await call(secondFactor.remove, { body: { recovery_code: typed } })).code).toBe('0')
  })

  it('gets new recovery codes by a code, and only by that; the old ones are over', async () => {
    const { call, factor } = await signUpWithFactor()
    const [old] = factor.recovery_codes
    const { recovery_codes: fresh } = (await call(secondFactor.renew_recovery_codes, { body: { code: factor.code() } })).data
    expect(fresh).not.toContain(old)
    expect((await call(secondFactor.get)).data.recovery_codes_left).toBe(limits.recoveryCodes)
    expect(await call(secondFactor.remove, { body: { recovery_code: old! } })).toMatchObject({
      status: 400,
      errors: { recovery_code: [resultCodes.bad_recovery_code.message] },
    })
    expect((await call(secondFactor.remove, { body: { recovery_code: fresh[0]! } })).code).toBe('0')
  })

  it('makes guesses wait, and a code that is right ends the wait', async () => {
    const { call, factor } = await signUpWithFactor()
    const guess = () => call(stepUp.prove, { body: { code: wrong(factor.code()) } })
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).code).toBe(resultCodes.bad_factor_code.code)
    expect(await guess()).toMatchObject({ status: 429, code: resultCodes.too_many_attempts.code, retry_after: 1 })
    await platform.clock.advance(1000)
    expect((await call(stepUp.prove, { body: { code: factor.code() } })).code).toBe('0')
    expect((await guess()).code).toBe(resultCodes.bad_factor_code.code)
  })

  it('is exported as a status and erased with the account, and its secret is in no log and no answer', async () => {
    const { call, token, user } = await signUpWithFactor()
    const { bytes } = await platform.fetchFile(accountSecurity.export_data, {}, token)
    const exported = JSON.parse(bytes.toString())
    expect(exported.second_factor).toMatchObject({ recovery_codes_left: limits.recoveryCodes })
    const { kysely } = platform.deps.database
    const { secret_cipher: cipher } = await kysely
      .selectFrom('second_factors')
      .select('secret_cipher')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(bytes.toString()).not.toContain(cipher)
    const audited = await kysely.selectFrom('audit_log').selectAll().where('user_id', '=', user.id).execute()
    expect(audited.map(({ endpoint }) => endpoint)).toEqual(
      expect.arrayContaining(['second_factor.enrol', 'second_factor.confirm']),
    )
    await call(accountSecurity.close, { body: { consent: true } })
    await platform.clock.advance((limits.closingDays + 1) * 86_400_000)
    const { closeDueAccounts } = await import('#server/domains/accounts/users/closing.service.ts')
    await closeDueAccounts(platform.deps)
    for (const table of ['second_factors', 'second_factor_enrolments', 'recovery_codes', 'sign_in_tickets'] as const)
      expect(await kysely.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()).toEqual([])
  })
})
