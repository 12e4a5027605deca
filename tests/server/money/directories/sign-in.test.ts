import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { resultCodes } from '#contract/codes.ts'
import { directories } from '#contract/directories.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import { wechat } from '#contract/wechat.ts'
import { sessionsRepo } from '#server/domains/accounts/auth/sessions.repo.ts'
import type { ApiCaller } from '#tests/support/calls.ts'
import { createFakeDirectories } from '#tests/support/directories/fake-directories.ts'
import { openSchool, readState, type School } from '#tests/support/directories/school.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { computeFactorCode, readTicket, takeSecondStep } from '#tests/support/second-factor.ts'

const fake = createFakeDirectories()
let rental: RentalPlatform
let school: School
beforeAll(async () => {
  rental = await createRentalPlatform({ directories: fake.port })
  school = await openSchool(rental, fake)
})
afterAll(() => rental.close())

/** Calls as somebody who has signed in. */
function callAs(token: string): ApiCaller {
  return (endpoint, sent, options) => rental.call(endpoint, sent, { token, ...school.from, ...options })
}

/** Marks the session as if its identity had just been proved. */
const prove = (token: string) =>
  sessionsRepo(rental.deps.database.kysely).stepUp(String(decodeJwt(token).sid), rental.clock.now())

describe('decision 113 Signing in by an organisation', () => {
  it('opens an account in the project of the first group that has one, paid for and certified by the organisation', async () => {
    fake.add('first', ['elsewhere', 'speech', 'vision'])
    const { data } = await school.signIn('first')
    expect(await school.accountOf(data.userId)).toMatchObject({
      phone: `directory:${data.userId}`,
      nickname: '同学first',
      master_id: school.master.id,
      project_id: school.vision,
    })
    const { data: me } = await rental.call(users.get, { params: { id: data.userId } }, { token: data.access })
    expect(me).toMatchObject({
      account_type: 'sub',
      phone: '未绑定手机',
      real_name: { passed: 'T' },
      directory: { name: '示例大学', kind: 'oidc' },
    })
    expect((await rental.call(wallet.get, {}, { token: data.access })).data.cash).toBe('100.00')
  })

  it('finds the account again, with the name of today', async () => {
    fake.add('again', ['vision'])
    const { data: first } = await school.signIn('again')
    fake.add('again', ['vision'], { email: 'again@school.edu.cn' })
    const { data: second } = await school.signIn('again')
    expect(second.userId).toBe(first.userId)
    const row = await rental.deps.database.kysely
      .selectFrom('directory_people')
      .selectAll()
      .where('user_id', '=', first.userId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ directory_id: school.id, subject: 'again', email: 'again@school.edu.cn', left_at: null })
  })

  it('opens one account for two first sign-ins at once', async () => {
    fake.add('twice', ['vision'])
    const visits = [await school.begin(), await school.begin()]
    const both = await Promise.all(visits.map((visit) => school.finish(visit, 'twice')))
    expect(new Set(both.map(({ data }) => data.userId)).size).toBe(1)
  })

  it('moves to another project with the groups', async () => {
    fake.add('mover', ['vision'])
    const { data } = await school.signIn('mover')
    fake.add('mover', ['speech'])
    await school.signIn('mover')
    expect((await school.accountOf(data.userId)).project_id).toBe(school.speech)
  })

  it('puts who is in no group that counts into the project of all others, or refuses', async () => {
    fake.add('loner')
    expect((await school.signIn('loner')).code).toBe(resultCodes.directory_no_project.code)
    const other = await openSchool(rental, fake)
    await other.setRules([], other.speech)
    const { data } = await other.signIn('loner')
    expect((await other.accountOf(data.userId)).project_id).toBe(other.speech)
  })

  it('closes the account of who is in no group any more, and opens it again with one', async () => {
    fake.add('leaver', ['vision'])
    const { data } = await school.signIn('leaver')
    const person = { id: data.userId, session_id: '', token: async () => data.access, call: callAs(data.access) }
    await rental.rent(person)
    fake.add('leaver', [])
    expect((await school.signIn('leaver')).code).toBe(resultCodes.directory_no_project.code)
    expect((await school.accountOf(data.userId)).frozen_reason).toBe('组织不再承认这个账号')
    expect((await callAs(data.access)(wallet.get)).status).toBeGreaterThanOrEqual(401)
    const instance = () =>
      rental.deps.database.kysely.selectFrom('instances').select('desired').where('user_id', '=', data.userId).executeTakeFirst()
    expect(await instance()).toEqual({ desired: 'stopped' })
    fake.add('leaver', ['vision'])
    const { data: back } = await school.signIn('leaver')
    expect(back.userId).toBe(data.userId)
    expect((await school.accountOf(data.userId)).frozen_at).toBeNull()
  })

  it('does not open what the master has frozen', async () => {
    fake.add('frozen', ['vision'])
    const { data } = await school.signIn('frozen')
    expect((await school.master.call(subAccounts.freeze, { params: { id: data.userId } })).code).toBe('0')
    expect((await school.signIn('frozen')).code).toBe(resultCodes.account_frozen.code)
    fake.add('frozen', [])
    await school.signIn('frozen')
    fake.add('frozen', ['vision'])
    expect((await school.signIn('frozen')).code).toBe(resultCodes.account_frozen.code)
  })

  it('opens a new account for whose account the master has deleted', async () => {
    fake.add('deleted', ['vision'])
    const { data } = await school.signIn('deleted')
    expect((await school.master.call(subAccounts.remove, { params: { id: data.userId } })).code).toBe('0')
    const { data: again } = await school.signIn('deleted')
    expect(again.userId).not.toBe(data.userId)
  })

  it('asks for the second factor of who has one', async () => {
    fake.add('factor', ['vision'])
    const { data } = await school.signIn('factor')
    await prove(data.access)
    const call = callAs(data.access)
    const { uri } = (await call(secondFactor.enrol)).data
    const code = () => computeFactorCode(uri, rental.clock.now())
    await call(secondFactor.confirm, { body: { code: code() } })
    await rental.clock.advance(30_000)
    const done = await takeSecondStep(rental.call, readTicket(await school.signIn('factor')), { code: code() })
    expect(done.data.userId).toBe(data.userId)
  })

  it('ends the session after a day, because the organisation may no longer vouch tomorrow', async () => {
    fake.add('daily', ['vision'])
    const { data } = await school.signIn('daily')
    const { data: sessions } = await rental.call(accountSecurity.sessions, {}, { token: data.access })
    expect(Date.parse(sessions[0]!.ends_at) - rental.clock.now().getTime()).toBe(24 * 3_600_000)
  })

  it('leaves no other way in: neither phone, nor password, nor WeChat', async () => {
    fake.add('shut', ['vision'])
    const { data } = await school.signIn('shut')
    await prove(data.access)
    const refused = { code: resultCodes.directory_account.code }
    const call = callAs(data.access)
    expect(await call(accountSecurity.send_phone_captcha, { body: { phone: '13912345678' } })).toMatchObject(refused)
    expect(await call(wechat.bind_wechat, { body: { scene_str: 'x' } })).toMatchObject(refused)
    const password = { old_password: 'none-at-all', password: 'Gpu#2026rent' }
    expect((await call(accountSecurity.change_password, { body: password })).code).toBe(resultCodes.wrong_password.code)
  })
})

describe('decision 113 A visit to the provider', () => {
  it('counts once, in the browser where it began, for ten minutes', async () => {
    fake.add('visitor', ['vision'])
    const gone = { status: 409, code: resultCodes.directory_visit_gone.code }
    const visit = await school.begin()
    const other = await school.begin()
    expect(await school.finish({ ...visit, browser: other.browser }, 'visitor')).toMatchObject(gone)
    expect((await school.finish(visit, 'visitor')).code).toBe('0')
    expect(await school.finish(visit, 'visitor')).toMatchObject(gone)
    await rental.clock.advance(601_000)
    expect(await school.finish(other, 'visitor')).toMatchObject(gone)
  })

  it('does not count for a sign-in if it began to prove an identity, nor the other way round', async () => {
    fake.add('prover', ['vision'])
    const { data } = await school.signIn('prover')
    const call = callAs(data.access)
    const { data: begun } = await call(directories.begin_step_up)
    const proof = {
      browser: (begun as { browser: string }).browser,
      state: new URL((begun as { url: string }).url).searchParams.get('state')!,
    }
    expect((await school.finish(proof, 'prover')).code).toBe(resultCodes.directory_visit_gone.code)
    const signIn = await school.begin()
    const crossed = await call(directories.finish_step_up, { body: { ...signIn, answer: 'code=prover' } })
    expect(crossed.code).toBe(resultCodes.directory_visit_gone.code)
  })

  it('says what went wrong at the provider', async () => {
    const refused = await school.signIn('nobody')
    expect(refused).toMatchObject({ status: 403, code: resultCodes.directory_refused.code })
    const visit = await school.begin()
    fake.fail('unavailable')
    expect(await school.finish(visit, 'first')).toMatchObject({ status: 503, code: resultCodes.directory_unavailable.code })
    fake.fail('unfit')
    const begun = await rental.call(directories.begin, { body: { slug: school.slug } }, school.from)
    expect(begun).toMatchObject({ status: 409, code: resultCodes.directory_unfit.code })
    fake.fail(undefined)
  })

  it('leads nowhere while the organisation is turned off or unknown', async () => {
    const other = await openSchool(rental, fake)
    const visit = await other.begin()
    await rental.deps.database.kysely.updateTable('directories').set({ enabled: false }).where('id', '=', other.id).execute()
    fake.add('late', ['vision'])
    const off = { status: 409, code: resultCodes.directory_off.code }
    expect(await other.finish(visit, 'late')).toMatchObject(off)
    expect(await rental.call(directories.begin, { body: { slug: 'no-such-school' } }, school.from)).toMatchObject(off)
    expect((await rental.call(directories.get, { params: { slug: other.slug } })).status).toBe(404)
  })
})

describe('decision 113 The password of an LDAP directory', () => {
  it('that is right is never counted as a guess, though a second step follows', async () => {
    const ldap = await openSchool(rental, fake, { kind: 'ldap' })
    fake.add('stepper', ['vision'])
    const signIn = (username = 'stepper', typed = 'secret') =>
      rental.call(directories.sign_in, { body: { slug: ldap.slug, username, password: typed } }, ldap.from)
    const { data } = await signIn()
    await prove(data.access)
    const { uri } = (await callAs(data.access)(secondFactor.enrol)).data
    await callAs(data.access)(secondFactor.confirm, { body: { code: computeFactorCode(uri, rental.clock.now()) } })
    for (let nth = 0; nth < 8; nth += 1) expect((await signIn()).code).toBe(resultCodes.second_factor_required.code)
    for (const written of ['Stepper', 'STEPPER', 'ｓtepper', 'stepper', 'stepPer']) await signIn(written, 'wrong')
    expect((await signIn()).code).toBe(resultCodes.too_many_attempts.code)
  })
})

describe('decision 113 An organisation whose master account is frozen', () => {
  it('gets nobody in', async () => {
    const other = await openSchool(rental, fake)
    fake.add('of-frozen', ['vision'])
    const frozen = { frozen_at: rental.clock.now(), frozen_reason: '违规' }
    await rental.deps.database.kysely.updateTable('users').set(frozen).where('id', '=', other.master.id).execute()
    expect((await other.signIn('of-frozen')).code).toBe(resultCodes.directory_off.code)
  })
})

describe('decision 113 Proving the identity again', () => {
  it('asks the provider for the password, and takes the same person only', async () => {
    fake.add('careful', ['vision'], { email: 'careful@school.edu.cn' })
    fake.add('other', ['vision'])
    const { data } = await school.signIn('careful')
    const call = callAs(data.access)
    const exportData = () => call(accountSecurity.export_data)
    const proveAs = async (subject: string) => {
      const { url, browser } = (await call(directories.begin_step_up)).data
      expect(fake.asked.at(-1)?.visit?.fresh).toBe(true)
      const state = readState(url)
      return call(directories.finish_step_up, { body: { state, browser, answer: `code=${subject}` } })
    }
    expect((await exportData()).code).toBe(resultCodes.step_up_required.code)
    expect((await proveAs('other')).code).toBe(resultCodes.directory_other_person.code)
    expect((await exportData()).code).toBe(resultCodes.step_up_required.code)
    expect((await proveAs('careful')).code).toBe('0')
    const { bytes } = await rental.fetchFile(accountSecurity.export_data, {}, data.access)
    expect(JSON.parse(bytes.toString()).organisation).toMatchObject({ subject: 'careful', email: 'careful@school.edu.cn' })
  })

  it('takes the password of an LDAP directory, long or short, with few wrong ones', async () => {
    const ldap = await openSchool(rental, fake, { kind: 'ldap' })
    const password = 'a password of more than sixteen letters'
    fake.add('ldap', ['vision'], { password })
    const signIn = (typed: string) =>
      rental.call(directories.sign_in, { body: { slug: ldap.slug, username: 'ldap', password: typed } }, ldap.from)
    expect(await signIn('wrong')).toMatchObject({ status: 400, errors: { password: ['用户名或密码错误'] } })
    const { data } = await signIn(password)
    const provePassword = (typed: string) =>
      rental.call(directories.prove_password, { body: { password: typed } }, { token: data.access, ...ldap.from })
    expect((await provePassword(password)).code).toBe('0')
    for (let nth = 0; nth < 5; nth += 1) expect((await provePassword('wrong')).code).toBe(resultCodes.wrong_password.code)
    expect((await provePassword(password)).code).toBe(resultCodes.too_many_attempts.code)
    for (let nth = 0; nth < 5; nth += 1) await signIn('wrong')
    expect((await signIn(password)).code).toBe(resultCodes.too_many_attempts.code)
  })
})
