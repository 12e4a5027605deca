import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { challengeHeader } from '#contract/endpoint.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorPanel } from '#contract/operator/money.ts'
import { stepUp } from '#contract/step-up.ts'
import { readServerConfig } from '#server/config/config.ts'
import { newId } from '#server/lib/ids.ts'
import type { ChallengeProvider } from '#server/ports/challenge.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

type Person = Awaited<ReturnType<TestPlatform['signUp']>>

const budget = 40
const visitorsMax = 32
const config = readServerConfig({ NODE_ENV: 'test', USER_RPS: '0', NETWORK_RPS: '0', SMS_DAILY_BUDGET: String(budget) })
/** Whatever is sent with a call solves it. */
const challenge: ChallengeProvider = { issue: () => Promise.reject(new Error('nobody asks')), check: async (_, answer) => answer }
const usedUp = { status: 429, code: '00100009', message: '今天的短信验证码已发完，明天 0 点后恢复；设有密码的可以先用密码' }

let platform: TestPlatform
let admin: Person
let owner: Person
let strangers = 0
beforeEach(async () => {
  platform = await createTestPlatform({ config, challenge })
  admin = await platform.signUp({ role: 'operator_admin' })
  owner = await platform.signUp()
  await platform.clock.advance(60_000)
})
afterEach(() => platform.close())

const send = (phone: string, captchaType: 'login' | 'register', ip: string, through = platform) =>
  through.call(
    auth.send_captcha,
    { body: { phone, captcha_type: captchaType } },
    { ip, headers: { [challengeHeader]: newId('answer') } },
  )
/** A visitor whom nobody knows, for a phone that nobody knows. */
const sendAsStranger = (through = platform) => {
  strangers += 1
  const ip = `10.7.${strangers >> 8}.${strangers & 255}`
  return send(`1370000${String(strangers).padStart(4, '0')}`, 'register', ip, through)
}
/** Sends until visitors have had `count`; signing up took two. */
async function flood(count: number): Promise<void> {
  for (let sent = await sentToday().then(({ by_visitors: byVisitors }) => byVisitors); sent < count; sent += 1)
    expect((await sendAsStranger()).code).toBe('0')
}
const sentToday = async () => (await admin.call(operatorPanel.stock)).data.sms_codes
const alarms = async () =>
  (await admin.call(notifications.list, { query: { page_size: 100 } })).data
    .map(({ title }) => title)
    .filter((title) => title.includes('短信验证码'))
const prove = (person: Person) => person.call(stepUp.send_captcha)
/** The next day begins in Beijing, and the administrator signs in anew. */
async function tomorrow(): Promise<void> {
  await platform.clock.advance(16 * 3_600_000)
  const { phone, password, ip } = admin.user
  const { access: token } = (await platform.call(auth.login, { body: { phone, password } }, { ip })).data
  admin = { ...admin, token, call: (endpoint, sent, options) => platform.call(endpoint, sent, { token, ip, ...options }) }
}

describe('product §2 The day’s budget of SMS codes', () => {
  it('is four fifths for visitors, and whole for who is signed in or asks from where he signed in before', async () => {
    await flood(visitorsMax)
    // The clock of the tests began at eight in the morning in Beijing.
    expect(await sendAsStranger()).toMatchObject({ ...usedUp, retry_after: 16 * 3600 - 60 })
    expect((await prove(owner)).code, 'who is signed in').toBe('0')
    await owner.call(auth.logout)
    expect((await send(owner.user.phone, 'login', owner.user.ip)).code, 'who was').toBe('0')
    expect((await send(owner.user.phone, 'login', '10.8.0.1')).code, 'and a stranger for the same phone').toBe('00100009')
    expect(await sentToday()).toEqual({ by_known: 2, by_visitors: visitorsMax, visitors_max: visitorsMax, budget })

    const { phone, ip } = admin.user
    for (let sent = 2; sent < budget - visitorsMax; sent += 1) {
      expect((await send(phone, 'login', ip)).code, `message ${sent}`).toBe('0')
      await platform.clock.advance(60_000)
    }
    expect(await send(phone, 'login', ip)).toMatchObject(usedUp)
    expect(await prove(admin)).toMatchObject(usedUp)
    await tomorrow()
    expect([(await sendAsStranger()).code, (await prove(admin)).code], 'the next day').toEqual(['0', '0'])
  })

  it('tells the administrators at half, at four fifths and when visitors have none left: once a day each', async () => {
    await flood(budget / 2 - 1)
    expect(await alarms()).toEqual([])
    await flood(budget / 2)
    expect(await alarms()).toEqual(['今天的短信验证码已用 50%'])
    await flood(visitorsMax - 1)
    expect(await alarms()).toHaveLength(1)
    await flood(visitorsMax)
    await sendAsStranger()
    await prove(owner)
    expect((await alarms()).sort()).toEqual([
      '今天的短信验证码只剩已登录用户的部分',
      '今天的短信验证码已用 50%',
      '今天的短信验证码已用 80%',
    ])
    expect(platform.logs.filter((line) => line.includes('budget of SMS codes'))).toHaveLength(3)
    expect((await owner.call(notifications.list, { query: {} })).data.filter(({ title }) => title.includes('短信'))).toEqual([])
    await tomorrow()
    await flood(budget / 2)
    expect(await alarms(), 'the next day').toHaveLength(4)
  })

  it('counts what is sent: not what only looks like it, and not what the provider refused', async () => {
    const before = await sentToday()
    expect((await send('13900009999', 'login', '10.8.1.1')).code).toBe('0')
    expect(await sentToday()).toEqual(before)
    const { send: working } = platform.deps.sms
    platform.deps.sms.send = () => Promise.reject(new Error('provider'))
    expect((await sendAsStranger()).status).toBe(503)
    platform.deps.sms.send = working
    expect(await sentToday()).toEqual(before)
  })

  it('is one for all nodes', async () => {
    const { clock, deps } = platform
    const other = await createTestPlatform({ config, challenge, clock, database: deps.database, keys: deps.keys })
    const replies = await Promise.all(Array.from({ length: budget }, (_, n) => sendAsStranger(n % 2 ? platform : other)))
    expect(replies.filter(({ code }) => code === '0')).toHaveLength(visitorsMax - 2)
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set(['0', '00100009']))
    expect(await sentToday()).toMatchObject({ by_visitors: visitorsMax })
    expect(await alarms()).toHaveLength(3)
    await other.app.close()
  })

  it('is in the figures for Prometheus', async () => {
    await prove(owner)
    const { body } = await platform.app.inject({ method: 'GET', url: '/metrics' })
    expect(body).toContain('zhisuan_sms_codes_today{asker="known"} 1')
    expect(body).toContain('zhisuan_sms_codes_today{asker="visitor"} 2')
    expect(body).toContain(`zhisuan_sms_codes_daily_budget ${budget}`)
  })
})
