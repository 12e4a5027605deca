import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { users } from '#contract/users.ts'
import { resetSecondFactor } from '#server/domains/accounts/second-factor/setup-factor.service.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { addSecondFactor, readTicket, takeSecondStep } from '#tests/support/second-factor.ts'

let platform: TestPlatform
beforeAll(async () => {
  const { deps, close } = await createTestPlatform()
  const config = { ...deps.config, real_deployment: true }
  await close()
  platform = await createTestPlatform({ config })
})
afterAll(() => platform.close())

const missing = { status: 403, code: resultCodes.second_factor_missing.code }

describe('decision 101 Operators of a real deployment', () => {
  it('have no back office before they have a second factor, and keep their own account', async () => {
    const person = await platform.signUp({ role: 'operator_admin' })
    const { call, user } = person
    expect(await call(operatorHosts.list)).toMatchObject(missing)
    expect((await call(secondFactor.get)).data).toMatchObject({ added_at: null, required: true })
    expect((await call(users.get, { params: { id: user.id } })).data).toMatchObject({
      role: 'operator_admin',
      second_factor: 'due',
    })
    expect((await call(accountSecurity.get)).status).toBe(200)
    const factor = await addSecondFactor(person, platform.clock)
    expect((await call(operatorHosts.list)).status).toBe(200)
    expect((await call(users.get, { params: { id: user.id } })).data.second_factor).toBe('on')
    expect((await call(secondFactor.remove, { body: { code: factor.code() } })).code).toBe('0')
    expect(await call(operatorHosts.list)).toMatchObject(missing)
  })

  it('are told so only where their role would let them in', async () => {
    const { call } = await platform.signUp()
    expect((await call(operatorHosts.list)).code).toBe(resultCodes.forbidden.code)
    expect((await call(secondFactor.get)).data.required).toBe(false)
  })

  it('who have lost everything are reset at the machine, which stands in the audit log; nothing in the back office does it', async () => {
    const person = await platform.signUp({ role: 'operator_admin' })
    const { user } = person
    await expect(resetSecondFactor(platform.deps, user.phone)).rejects.toThrow('没有开启两步验证')
    await expect(resetSecondFactor(platform.deps, '13999999999')).rejects.toThrow('没有这个手机号')
    await addSecondFactor(person, platform.clock)
    const signIn = () => platform.call(auth.login, { body: { phone: user.phone, password: user.password } }, { ip: user.ip })
    const ticket = readTicket(await signIn())
    await resetSecondFactor(platform.deps, user.phone)
    expect((await takeSecondStep(platform.call, ticket, { code: '123456' })).code).toBe(resultCodes.sign_in_ticket_gone.code)
    expect((await person.call(accountSecurity.get)).status).toBe(401)
    const { access: token } = (await signIn()).data
    expect((await platform.call(notifications.list, {}, { token })).data[0]?.title).toBe('两步验证已重置')
    expect(await platform.call(operatorHosts.list, {}, { token })).toMatchObject(missing)
    await platform.clock.advance(60_000)
    const auditor = await platform.signUp({ role: 'operator_admin' })
    await addSecondFactor(auditor, platform.clock)
    const { data } = await auditor.call(operatorAudit.list, { query: { endpoint: 'reset_factor' } })
    expect(data.filter(({ endpoint }) => endpoint === 'reset_factor')).toMatchObject([
      { summary: '在服务器上重置两步验证', actor: { id: user.id } },
    ])
  })
})
