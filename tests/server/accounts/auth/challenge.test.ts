import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth, type CaptchaType } from '#contract/auth.ts'
import { challengeHeader } from '#contract/endpoint.ts'
import { stepUp } from '#contract/step-up.ts'
import { readServerConfig } from '#server/config/config.ts'
import { newId } from '#server/lib/ids.ts'
import type { ChallengeProvider } from '#server/ports/challenge.ts'
import { solveTestChallenge } from '#tests/support/challenge.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

const configOf = (env: Record<string, string>) => readServerConfig({ NODE_ENV: 'test', USER_RPS: '0', NETWORK_RPS: '0', ...env })
const required = { status: 403, code: '00100010', message: '请先完成环境验证，再获取验证码', retry_after: undefined }

let platform: TestPlatform
afterEach(() => platform.close())

type Headers = Record<string, string>
const phone = '13700000001'
const network = '10.9.0.1'
const challenge = async (to = phone, ip = network, captchaType: CaptchaType = 'register') =>
  (await platform.call(auth.challenge, { body: { phone: to, captcha_type: captchaType } }, { ip })).data
const send = (headers: Headers = {}, to = phone, ip = network, captchaType: CaptchaType = 'register', through = platform) =>
  through.call(auth.send_captcha, { body: { phone: to, captcha_type: captchaType } }, { ip, headers })

describe('product §2 A challenge before a visitor’s code, where it is always asked for', () => {
  beforeEach(async () => {
    platform = await createTestPlatform({ config: configOf({ CHALLENGE_FREE_SENDS: '0' }) })
  })

  it('is good for one message to the phone and for the purpose it was asked for', async () => {
    expect(await send()).toMatchObject(required)
    const headers = solveTestChallenge(await challenge())
    expect(await send(headers, '13700000002'), 'another phone').toMatchObject(required)
    expect(await send(headers, phone, network, 'login'), 'another purpose').toMatchObject(required)
    expect((await send(headers)).code).toBe('0')
    await platform.clock.advance(60_000)
    expect(await send(headers), 'once more').toMatchObject(required)
    expect((await send(solveTestChallenge(await challenge()))).code).toBe('0')
  })

  it('is spent once over all nodes, however many ask at once', async () => {
    const { clock, deps } = platform
    const other = await createTestPlatform({ config: deps.config, clock, database: deps.database, keys: deps.keys })
    const headers = solveTestChallenge(await challenge())
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(headers, phone, network, 'register', n % 2 ? platform : other)),
    )
    expect(replies.map(({ code }) => code).sort()).toEqual(['0', ...Array.from({ length: 9 }, () => required.code)])
    await other.app.close()
  })

  it('ends after five minutes, on the clock of the platform', async () => {
    const [early, late] = [solveTestChallenge(await challenge()), solveTestChallenge(await challenge('13700000002'))]
    await platform.clock.advance(299_000)
    expect((await send(early)).code).toBe('0')
    await platform.clock.advance(1000)
    expect(await send(late, '13700000002')).toMatchObject(required)
  })

  it.each([
    ['a wrong number', ({ token, max }) => `${token}.${max}`],
    ['no number', ({ token }) => token],
    ['a signature of somebody else', ({ token }) => `${token.slice(0, -43)}${'A'.repeat(43)}.1`],
    ['a later end', ({ token }) => token.replace(/\.(\d{13})\./, (_, at) => `.${Number(at) + 1}.`)],
    ['junk', () => '%00 ☃'.replace('☃', '')],
    ['much', () => 'a'.repeat(8000)],
  ] satisfies [string, (task: Awaited<ReturnType<typeof challenge>>) => string][])('refuses %s', async (_, answer) => {
    expect(await send({ [challengeHeader]: answer(await challenge()) })).toMatchObject(required)
    expect(platform.deps.sandbox.sms!.inbox()).toEqual([])
  })

  it('tells nothing of a phone, and looks nothing up, before it is solved', async () => {
    const taken = '13700000003'
    const from = { ip: '10.9.0.9', headers: solveTestChallenge(await challenge(taken)) }
    await platform.call(auth.send_captcha, { body: { phone: taken, captcha_type: 'register' } }, from)
    const body = { phone: taken, captcha: platform.smsCode(taken), password: 'Gpu#2026rent' }
    expect((await platform.call(auth.register, { body })).code).toBe('0')
    expect((await send({}, taken)).raw).toBe((await send({}, phone)).raw)
    expect((await send(solveTestChallenge(await challenge(taken)), taken)).code).toBe('00100005')
  })

  it('is kept by nobody: the answer to a public question has no-store', async () => {
    const payload = { phone, captcha_type: 'login' }
    const reply = await platform.app.inject({ method: 'POST', url: auth.challenge.path, payload })
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

describe('product §2 A challenge before a visitor’s code, in the sandbox', () => {
  beforeEach(async () => {
    platform = await createTestPlatform({ config: configOf({}) })
  })

  it('is asked for after three of a network in an hour', async () => {
    for (let n = 1; n <= 3; n += 1) expect((await send({}, `1370000010${n}`)).code).toBe('0')
    expect(await send({}, '13700000104')).toMatchObject(required)
    expect((await send({}, '13700000104', '10.9.0.2')).code, 'of another network').toBe('0')
    expect((await send(solveTestChallenge(await challenge('13700000105')), '13700000105')).code).toBe('0')
    await platform.clock.advance(3_600_000)
    expect((await send({}, '13700000106')).code, 'an hour later').toBe('0')
  })

  it('is asked for after three for a phone in a day, from wherever', async () => {
    for (let n = 1; n <= 3; n += 1) {
      expect((await send({}, phone, `10.9.1.${n}`)).code).toBe('0')
      await platform.clock.advance(3_600_000)
    }
    expect(await send({}, phone, '10.9.1.4')).toMatchObject(required)
    expect((await send(solveTestChallenge(await challenge()), phone, '10.9.1.4')).code).toBe('0')
  })

  it('is never asked for of who is signed in', async () => {
    const { user, call } = await platform.signUp()
    for (let n = 0; n < 4; n += 1) await send({}, `1370000020${n}`, user.ip)
    expect(await send({}, '13700000205', user.ip)).toMatchObject(required)
    for (let n = 0; n < 4; n += 1) {
      expect((await call(stepUp.send_captcha)).code).toBe('0')
      await platform.clock.advance(60_000)
    }
  })

  it('grows harder the more a network or a phone has asked for, and then no more', async () => {
    const max = async () => (await challenge('13700000301')).max
    const first = await max()
    let before = first
    for (let n = 0; n < 12; n += 1) {
      await send(n < 3 ? {} : solveTestChallenge(await challenge(`1370000040${n % 10}`)), `1370000040${n % 10}`)
      expect(await max()).toBeGreaterThan(before)
      before = await max()
    }
    await send(solveTestChallenge(await challenge('13700000402')), '13700000402')
    expect(await max()).toBe(before)
    expect([first, before]).toEqual([40_000, 320_000])
  })
})

describe('product §2 A challenge, while the day’s codes go fast', () => {
  it('is asked for of everybody once visitors have had half of theirs', async () => {
    platform = await createTestPlatform({ config: configOf({ SMS_DAILY_BUDGET: '20' }) })
    for (let n = 1; n <= 8; n += 1) expect((await send({}, `1370000050${n}`, `10.9.2.${n}`)).code).toBe('0')
    expect(await send({}, '13700000509', '10.9.2.9')).toMatchObject(required)
    expect((await send(solveTestChallenge(await challenge('13700000509')), '13700000509', '10.9.2.9')).code).toBe('0')
  })

  it('lets no flood of strangers stop the codes of who is signed in, or of an owner where he has been', async () => {
    const config = configOf({ SMS_DAILY_BUDGET: '40' })
    // Work does not stop a flood, it is only dear: whatever is sent with a call solves its challenge.
    const none: ChallengeProvider = { issue: () => Promise.reject(new Error('nobody asks')), check: async (_, answer) => answer }
    platform = await createTestPlatform({ config, challenge: none })
    const solved = () => ({ [challengeHeader]: newId('answer') })
    const owner = await platform.signUp()
    await owner.call(auth.logout)
    await platform.clock.advance(60_000)
    const { user } = owner
    let refused = 0
    for (let n = 0; n < 60; n += 1) {
      const ip = `10.9.3.${n}`
      refused += (await send(solved(), user.phone, ip, 'login')).code === '0' ? 0 : 1
      await send(solved(), `1370000${6000 + n}`, ip)
      if (n < 25) await platform.clock.advance(60_000)
    }
    expect(refused).toBeGreaterThan(30)
    expect((await send(solved(), '13700007000')).code, 'visitors have none left').toBe('00100009')
    const { access: token } = (
      await platform.call(auth.login, { body: { phone: user.phone, password: user.password } }, { ip: user.ip })
    ).data
    expect((await platform.call(stepUp.send_captcha, {}, { token })).code).toBe('0')
    await platform.call(auth.logout, {}, { token })
    expect((await send(solved(), user.phone, user.ip, 'login')).code).toBe('0')
    const body = { phone: user.phone, captcha: platform.smsCode(user.phone) }
    for (let n = 0; n < 9; n += 1)
      await platform.call(auth.login, { body: { ...body, captcha: '000000' } }, { ip: `10.9.4.${n}` })
    expect((await platform.call(auth.login, { body }, { ip: user.ip })).code, 'with the code').toBe('0')
  })
})
