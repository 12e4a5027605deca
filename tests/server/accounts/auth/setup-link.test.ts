import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { limits } from '#contract/limits.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorOpening } from '#contract/operator/opening.ts'
import { setup } from '#contract/setup.ts'
import { setUpAdministrator } from '#server/domains/accounts/auth/setup.service.ts'
import { buildSetupLink } from '#server/domains/accounts/auth/setup-link.service.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { parseSecretRing } from '#server/keys.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { computeFactorCode, readTicket, takeSecondStep } from '#tests/support/second-factor.ts'

let platform: TestPlatform
beforeEach(async () => {
  platform = await createTestPlatform()
})
afterEach(() => platform.close())

const person = { phone: '13900000001', password: 'Kaishi#2026gpu' }
const printToken = async (deps = platform.deps) => new URL((await buildSetupLink(deps))!).hash.slice(1)
const check = (token: string, ip = '10.1.0.1') => platform.call(setup.check, { body: { token } }, { ip })
const begin = (token: string, who = person) => platform.call(setup.begin, { body: { token, ...who } })
async function prepare(token: string, who = person) {
  const { enrolment, uri } = (await begin(token, who)).data
  return { token, ...who, enrolment, code: computeFactorCode(uri, platform.clock.now()) }
}
const finish = (body: Awaited<ReturnType<typeof prepare>>) => platform.call(setup.finish, { body })
const gone = { status: 404, code: resultCodes.setup_link_gone.code }

describe('decision 115 The first administrator by a link', () => {
  it('is signed in with a second factor, and reads the opening checklist and who set the platform up', async () => {
    const token = await printToken()
    expect((await check(token)).data.expires_at).toBe(new Date(platform.clock.now().getTime() + 86_400_000).toISOString())
    const { enrolment, uri, secret } = (await begin(token)).data
    expect(uri).toContain(secret)
    const code = computeFactorCode(uri, platform.clock.now())
    const { data } = await finish({ token, ...person, enrolment, code })
    expect(data.recovery_codes).toHaveLength(limits.recoveryCodes)
    const by = { token: data.tokens.access }
    expect((await platform.call(operatorOpening.get, {}, by)).status).toBe(200)
    expect((await platform.call(operatorAudit.list, {}, by)).data).toMatchObject([
      { endpoint: 'setup', target_id: data.tokens.userId },
    ])

    const first = await platform.call(auth.login, { body: person })
    const again = await takeSecondStep(platform.call, readTicket(first), { code })
    expect(again.code, 'the code of the setup is used up').toBe(resultCodes.bad_factor_code.code)
    await platform.clock.advance(60_000)
    const next = computeFactorCode(uri, platform.clock.now())
    const later = await platform.call(auth.login, { body: person })
    expect((await takeSecondStep(platform.call, readTicket(later), { code: next })).status).toBe(200)
  })

  it('is one, of many browsers with the link at once; then the link is said to be used', async () => {
    const token = await printToken()
    const bodies = []
    for (let nth = 1; nth <= 4; nth += 1) bodies.push(await prepare(token, { ...person, phone: `1390000000${nth}` }))
    const replies = await Promise.all(bodies.map(finish))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404])
    const admins = await platform.deps.database.kysely.selectFrom('users').select('role').execute()
    expect(admins).toEqual([{ role: 'operator_admin' }])
    for (const reply of [await check(token), await begin(token), await finish(bodies[0]!)])
      expect(reply).toMatchObject({ ...gone, message: '平台已经有管理员，这个链接不再有效，请直接登录' })
    expect(await buildSetupLink(platform.deps), 'no start prints another').toBeUndefined()
  })

  it('is none by the link where somebody ran npm run setup meanwhile, nor the other way round', async () => {
    const body = await prepare(await printToken())
    await setUpAdministrator(platform.deps, { ...person, phone: '13900000002', second: false })
    expect(await finish(body)).toMatchObject(gone)
    await expect(setUpAdministrator(platform.deps, { ...person, second: false })).rejects.toThrow('已有管理员')
  })

  it('is made by the link of any node, also one from before a change of the secret, for a day', async () => {
    const token = await printToken()
    await platform.clock.advance(3_600_000)
    expect(await printToken(), 'each start prints its own').not.toBe(token)
    expect((await check(token)).status).toBe(200)
    const [old, newer] = ['tests', 'newer'].map((fill) => Buffer.alloc(32, fill).toString('base64'))
    const keys = await loadInstallationKeys(platform.deps.database, parseSecretRing(`${newer},${old}`))
    const other = await createTestPlatform({ database: platform.deps.database, keys, clock: platform.clock })
    expect((await other.call(setup.check, { body: { token } })).status).toBe(200)
    await platform.clock.advance(23 * 3_600_000)
    expect(await check(token)).toMatchObject(gone)
    await other.app.close()
  })

  it.each(['x', '.', 'mxyz1234.', 'mxyz1234.c2lnbmF0dXJl', 'NaN.x', '-1.x'])(
    'is none by %s, which nobody printed',
    async (token) => {
      expect(await check(token)).toMatchObject(gone)
    },
  )

  it('is none with a link whose end was moved', async () => {
    const [end, signature] = (await printToken()).split('.') as [string, string]
    const later = (Number.parseInt(end, 36) + 1).toString(36)
    expect(await check(`${later}.${signature}`)).toMatchObject(gone)
  })

  it('is told at each field what is wrong, and nothing is stored before the code is right', async () => {
    const token = await printToken()
    const weak = await begin(token, { ...person, password: 'Longer#than16letters' })
    expect([weak.status, Object.keys(weak.errors ?? {})]).toEqual([400, ['password']])
    const own = await begin(token, { ...person, password: '#a13900000001' })
    expect(Object.keys(own.errors ?? {})).toEqual(['password'])
    const { user } = await platform.signUp()
    expect((await begin(token, { ...person, phone: user.phone })).errors).toEqual({ phone: ['这个手机号已有账号，请换一个'] })
    const body = await prepare(token)
    const wrong = await finish({ ...body, code: body.code === '000000' ? '000001' : '000000' })
    expect(Object.keys(wrong.errors ?? {})).toEqual(['code'])
    const other = await finish({ ...body, phone: '13900000009' })
    expect(other.code, 'the secret is bound to the phone').toBe(resultCodes.enrolment_gone.code)
    expect(await finish({ ...body, enrolment: 'nothing of ours' })).toMatchObject({ code: resultCodes.enrolment_gone.code })
    const { kysely } = platform.deps.database
    expect(await kysely.selectFrom('users').select('id').where('role', '<>', 'user').execute()).toEqual([])
    expect((await finish(body)).status).toBe(200)
  })

  it('may be tried thirty times an hour from one network, and no token is logged', async () => {
    const token = await printToken()
    for (let n = 0; n < 30; n += 1) expect((await check('x.y', '10.5.0.1')).status).toBe(404)
    expect(await check(token, '10.5.0.1')).toMatchObject({ status: 429 })
    expect((await check(token, '10.6.0.1')).status).toBe(200)
    expect(platform.logs.join('\n')).not.toContain(token)
  })
})
