import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { auth, type CaptchaType } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { stepUp } from '#contract/step-up.ts'
import type { SmsSender } from '#server/ports/sms.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let broken = false
beforeAll(async () => {
  platform = await createTestPlatform()
  const working: SmsSender = platform.deps.sms
  platform.deps.sms = {
    sandbox: true,
    receipts: {},
    tell: working.tell,
    send: (message) => (broken ? Promise.reject(new Error(`provider refused ${message.phone}`)) : working.send(message)),
  }
})
afterAll(() => platform.close())

const seconds = (n: number) => platform.clock.advance(n * 1000)
const send = (phone: string, captchaType: CaptchaType, ip = '10.2.0.1') =>
  platform.call(auth.send_captcha, { body: { phone, captcha_type: captchaType } }, { ip })
const smsTo = (phone: string) => platform.deps.sandbox.sms!.inbox().filter((sms) => sms.phone === phone)

describe('§9 SMS codes', () => {
  it('sends six digits and says when to ask again', async () => {
    expect(await send('13700000001', 'register', '10.2.1.1')).toMatchObject({
      status: 200,
      message: '验证码已发送',
      data: { resend_after: 60 },
    })
    expect(smsTo('13700000001')).toMatchObject([{ type: 'register', code: expect.stringMatching(/^\d{6}$/) }])
  })

  it('sends one per phone and minute, whatever it is for', async () => {
    const { user } = await platform.signUp()
    expect(await send(user.phone, 'login')).toMatchObject({
      status: 429,
      code: '00100003',
      message: '验证码发送过于频繁，请稍后再试',
      retry_after: 60,
    })
    await seconds(59.5)
    expect((await send(user.phone, 'login')).retry_after).toBe(1)
    await seconds(0.5)
    expect((await send(user.phone, 'login')).code).toBe('0')
  })

  it('sends ten per phone, network and day, and twenty in all', async () => {
    const phone = '13700000003'
    const usedUp = { code: '00100003', message: '24 小时内获取验证码次数已达上限，请稍后再试' }
    for (const ip of ['10.2.3.1', '10.2.3.2']) {
      for (let n = 1; n <= 10; n++) {
        expect((await send(phone, 'register', ip)).code, `message ${n}`).toBe('0')
        await seconds(60)
      }
      expect(await send(phone, 'register', ip)).toMatchObject({ ...usedUp, retry_after: 86_400 - 600 })
    }
    expect(await send(phone, 'register', '10.2.3.3')).toMatchObject({ ...usedUp, retry_after: 86_400 - 1200 })
    await seconds(86_400 - 1200)
    expect((await send(phone, 'register', '10.2.3.3')).code).toBe('0')
  })

  it('lets no stranger use up what the owner of a phone needs', async () => {
    const { user } = await platform.signUp()
    await seconds(60)
    // Signing up took one of the twenty.
    for (const [ip, sends] of [
      ['10.2.9.1', 10],
      ['10.2.9.2', 9],
    ] as const) {
      for (let n = 1; n <= sends; n++) {
        expect((await send(user.phone, 'login', ip)).code).toBe('0')
        await seconds(60)
      }
    }
    expect((await send(user.phone, 'login', '10.2.9.3')).code).toBe('00100003')
    expect((await send(user.phone, 'login', user.ip)).code, 'where he is signed in').toBe('0')
    const body = { phone: user.phone, password: user.password }
    const { access: token } = (await platform.call(auth.login, { body }, { ip: user.ip })).data
    const prove = () => platform.call(stepUp.send_captcha, {}, { token, ip: '10.2.9.3' })
    expect((await prove()).code, 'and within the same minute, signed in').toBe('0')
    expect((await prove()).code).toBe('00100003')
  })

  it('fills nobody’s phone for many accounts either: twenty a day to one that is not their own', async () => {
    let sent = 0
    for (let n = 0; n < 22; n += 1) {
      const { user, call } = await platform.signUp()
      await call(stepUp.prove, { body: { password: user.password } })
      sent += (await call(accountSecurity.send_phone_captcha, { body: { phone: '13700000020' } })).code === '0' ? 1 : 0
      await seconds(60)
    }
    expect(sent).toBe(20)
  })

  it('sends thirty per address and day', async () => {
    const ip = '10.2.4.1'
    for (let n = 0; n < 30; n++) expect((await send(`1371000${String(n).padStart(4, '0')}`, 'login', ip)).code).toBe('0')
    expect((await send('13710009999', 'login', ip)).code).toBe('00100003')
    expect((await send('13710009999', 'login', '10.2.4.2')).code, 'a refused message used no slot of the phone').toBe('0')
  })

  it('lets exactly one of many parallel calls send', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => send('13700000005', 'login', '10.2.5.1')))
    expect(replies.filter(({ code }) => code === '0')).toHaveLength(1)
    expect(replies.filter(({ code }) => code === '00100003')).toHaveLength(19)
  })

  it('gives the slot back when the provider fails, and repeats nothing of what it said', async () => {
    const { user } = await platform.signUp()
    await seconds(60)
    broken = true
    const failed = await send(user.phone, 'login').finally(() => {
      broken = false
    })
    expect(failed).toMatchObject({ status: 503, code: '00900503', message: '服务暂时不可用，请稍后再试' })
    expect(platform.logs.join('')).not.toContain(user.phone)
    expect((await send(user.phone, 'login')).code).toBe('0')
    await seconds(59)
    expect((await send(user.phone, 'login')).code, 'the minute begins with the message that was sent').toBe('00100003')
  })

  it.each(['12012345678', '1380000000', '', '23800000000'])('refuses the phone %j in the words of §5', async (phone) => {
    expect(await send(phone, 'login')).toMatchObject({ status: 400, errors: { phone: ['请输入正确的手机号'] } })
  })
})

describe('§8 What a code may tell', () => {
  it.each(['login', 'reset_password'] as const)(
    'answers %s for an unknown phone as for a known one, and sends nothing',
    async (type) => {
      const { user } = await platform.signUp()
      await seconds(60)
      const unknown = type === 'login' ? '13700000010' : '13700000011'
      const [knownReply, unknownReply] = [await send(user.phone, type), await send(unknown, type)]
      expect(unknownReply.status).toBe(knownReply.status)
      expect(unknownReply.raw).toBe(knownReply.raw)
      expect((await send(unknown, type)).raw).toBe((await send(user.phone, type)).raw)
      expect(smsTo(unknown)).toEqual([])
    },
  )

  it('refuses to register a taken phone', async () => {
    const { user } = await platform.signUp()
    expect(await send(user.phone, 'register', '10.2.6.1')).toMatchObject({
      status: 409,
      code: '00100005',
      errors: { phone: [resultCodes.phone_taken.message] },
    })
  })

  it('tells ten times a minute and address whether a phone is registered, by whatever call', async () => {
    const { user } = await platform.signUp()
    const ip = '10.2.7.1'
    const ask = (phone: string) => platform.call(auth.check_phone, { params: { phone } }, { ip })
    expect((await ask(user.phone)).data).toEqual({ registered: true })
    for (let n = 0; n < 8; n++) expect((await ask('13700000013')).data).toEqual({ registered: false })
    expect((await send(user.phone, 'register', ip)).code).toBe('00100005')
    const [check, taken, free] = [
      await ask(user.phone),
      await send(user.phone, 'register', ip),
      await send('13700000013', 'register', ip),
    ]
    for (const reply of [check, taken, free]) expect(reply).toMatchObject({ status: 429, code: '00900429', retry_after: 60 })
    await seconds(60)
    expect((await ask(user.phone)).code).toBe('0')
  })
})
