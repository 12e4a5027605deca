import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { setUpAdministrator } from '#server/domains/accounts/auth/setup.service.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { computeFactorCode, readTicket, takeSecondStep } from '#tests/support/second-factor.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.close())

const [phone, password] = ['13900000001', 'Kaishi#2026gpu']
const setUp = (change: Partial<Parameters<typeof setUpAdministrator>[1]> = {}) =>
  setUpAdministrator(platform.deps, { phone, password, second: false, ...change })

describe('product §1 npm run setup', () => {
  it.each(['Short#1', 'onlyletters#!', '12345678901234', 'Has13900000001#', 'Longer#than16letters'])(
    'refuses %s as a password',
    (weak) => expect(setUp({ password: weak })).rejects.toThrow(/密码/),
  )

  it('has no second administrator before the first', () => expect(setUp({ second: true })).rejects.toThrow('还没有管理员'))

  it('makes one administrator, however often it is run at once, who signs in by a second factor and stands in the audit log', async () => {
    const phones = [phone, '13900000002', '13900000003']
    const made = await Promise.allSettled(phones.map((one) => setUp({ phone: one })))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const admin = phones[made.findIndex(({ status }) => status === 'fulfilled')]!
    const [factor] = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(factor!.uri).toContain(factor!.secret)
    expect(factor!.recovery_codes).toHaveLength(limits.recoveryCodes)
    const first = await platform.call(auth.login, { body: { phone: admin, password } })
    const code = computeFactorCode(factor!.uri, platform.clock.now())
    const { access } = (await takeSecondStep(platform.call, readTicket(first), { code })).data
    const { data } = await platform.call(operatorAudit.list, {}, { token: access })
    expect(data).toMatchObject([{ endpoint: 'setup', after: { role: 'operator_admin' } }])
  })

  it('is refused once there is one, but for the second, whom changes need', async () => {
    await expect(setUp({ phone: '13900000009' })).rejects.toThrow('已有管理员')
    await setUp({ phone: '13900000009', second: true })
    await expect(setUp({ phone: '13900000010', second: true })).rejects.toThrow('两名以上管理员')
    await expect(setUp({ phone: '13900000010' })).rejects.toThrow('已有管理员')
  })
})
