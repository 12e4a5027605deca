import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { notificationPreferences } from '#contract/notification-preferences.ts'
import { notifications } from '#contract/notifications.ts'
import { operatorOpening } from '#contract/operator/opening.ts'
import type { SmsProviderName } from '#contract/sms-receipts.ts'
import { createProviderSms } from '#server/adapters/sms.providers.ts'
import { readServerConfig } from '#server/config/config.ts'
import { reportProviderTroubles } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { sendNotices } from '#server/domains/notify/notifications/send-deliveries.service.ts'
import { isSmsReceiptToken, listSmsReceiptAddresses } from '#server/domains/notify/sms-receipts/sms-receipts.service.ts'
import { loadInstallationKeys } from '#server/domains/operator/key-rotation/open-keys.service.ts'
import { deleteOldRows } from '#server/jobs/housekeeping.ts'
import { parseSecretRing } from '#server/keys.ts'
import type { SmsSender } from '#server/ports/sms.ts'
import { inTransaction } from '#server/tx.ts'
import { startFakeClouds } from '#tests/support/fake-clouds.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let fake: Awaited<ReturnType<typeof startFakeClouds>>
let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signUp']>>
/** Who sends: people sign up by the sandbox, then the clouds have their turn. */
let sender: SmsSender
beforeEach(async () => {
  const clock = new HeldClock()
  fake = await startFakeClouds(clock)
  const env = {
    ...{ ...plainDeployment, ...fake.environment, SMS: 'aliyun,tencent', PUBLIC_ORIGIN: 'https://gpu.example.cn' },
    ...{ SECRET_KEY: Buffer.alloc(48, 'k').toString('base64'), TRUST_PROXY: '127.0.0.1' },
  }
  const clouds = createProviderSms(readServerConfig(env).sms_providers, clock)
  const door: SmsSender = {
    ...{ sandbox: false, receipts: clouds.receipts },
    ...{ send: (message) => sender.send(message), tell: (message) => sender.tell(message) },
  }
  platform = await createTestPlatform({ clock, sms: door })
  sender = platform.deps.sandbox.sms!
  admin = await platform.signUp({ role: 'operator_admin' })
  await clock.advance(60_000)
  sender = clouds
})
afterEach(async () => {
  await platform.close()
  await fake.close()
})

const pathOf = (provider: SmsProviderName) =>
  new URL(listSmsReceiptAddresses(platform.deps)[provider === 'aliyun' ? 0 : 1]!.url).pathname
const push = (provider: SmsProviderName, payload: object | string, url = pathOf(provider)) =>
  platform.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })
const sendCode = (phone: string, ip = '10.9.0.1') =>
  platform.call(auth.send_captcha, { body: { phone, captcha_type: 'register' } }, { ip })
const listSends = () =>
  platform.deps.database.kysely
    .selectFrom('sms_sends')
    .select(['provider', 'purpose', 'state', 'error'])
    .orderBy('message_id')
    .execute()
const counted = () => [...platform.deps.figures.sms_deliveries.values()]
const phones = Array.from({ length: 12 }, (_, nth) => `137000001${String(nth).padStart(2, '0')}`)

describe('decision 114 Delivery receipts of SMS', () => {
  it.each([
    ['aliyun', '{"code":0,"msg":"成功"}'],
    ['tencent', '{"result":0,"errmsg":"OK"}'],
  ] as const)('count once, however often and at once %s pushes them', async (provider, answer) => {
    if (provider === 'tencent') fake.faults.aliyun = 'isp.SYSTEM_ERROR'
    for (const phone of phones.slice(0, 2)) expect((await sendCode(phone)).status).toBe(200)
    const pushed = fake.receiptsOf(provider, (nth) => (nth === 1 ? 'MK:0004' : undefined))
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => push(provider, nth % 2 ? pushed : pushed.toReversed())),
    )
    for (const { statusCode, body } of replies) expect([statusCode, body]).toEqual([200, answer])
    expect(await listSends()).toEqual([
      { provider, purpose: 'code', state: 'delivered', error: null },
      { provider, purpose: 'code', state: 'failed', error: 'MK:0004' },
    ])
    expect(counted()).toEqual(
      expect.arrayContaining([
        { provider, result: 'delivered', count: 1 },
        { provider, result: 'failed', count: 1 },
      ]),
    )
    const metrics = await platform.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    expect(metrics.body).toContain(`zhisuan_sms_deliveries_total{provider="${provider}",result="failed"} 1`)
  })

  it('say first what counts: a later one does not turn it round, nor does a second one in the same push', async () => {
    await sendCode(phones[0]!)
    const [failed, delivered] = [fake.receiptsOf('aliyun', () => 'UNDELIV'), fake.receiptsOf('aliyun')]
    await push('aliyun', [...failed, ...delivered])
    await push('aliyun', delivered)
    expect(await listSends()).toMatchObject([{ state: 'failed', error: 'UNDELIV' }])
  })

  it('of messages that nobody sent, or that cannot be read, change nothing', async () => {
    await sendCode(phones[0]!)
    const [known] = fake.receiptsOf('aliyun')
    const odd = [null, 7, 'x', {}, [], { biz_id: 1, success: true }, { ...known, success: 'yes' }, { ...known, biz_id: 'a^0' }]
    expect((await push('aliyun', odd)).statusCode).toBe(200)
    expect(await listSends()).toMatchObject([{ state: 'sent' }])
    expect((await push('aliyun', [...odd, { ...known, err_code: null }])).statusCode).toBe(200)
    expect(await listSends()).toMatchObject([{ state: 'delivered' }])
  })

  it.each([
    ['no list', '{}', 400],
    ['no JSON', '[{', 400],
    ['nothing', '', 400],
    ['a list of nothing', '[]', 200],
    ['a number with a NUL', '[{"biz_id":"\\u0000","success":true}]', 200],
    ['half a letter', '[{"biz_id":"\\ud800","success":true}]', 200],
    ['more than a push', `[${'1,'.repeat(200_000)}1]`, 413],
  ])('that are %s never make the server fail', async (_, body, status) => {
    expect((await push('aliyun', body)).statusCode).toBe(status)
  })

  it('are taken at their own address only, which stays right when the secret is changed', async () => {
    const path = pathOf('aliyun')
    const token = path.split('/').at(-1)!
    for (const url of [`${path}x`, path.slice(0, -1), path.replace('aliyun', 'tencent'), path.replace('aliyun', 'toString')])
      expect((await push('aliyun', [], url)).statusCode, url).toBe(404)
    const secrets = ['tests', 'newer'].map((fill) => Buffer.alloc(32, fill).toString('base64'))
    const keys = await loadInstallationKeys(platform.deps.database, parseSecretRing(`${secrets[1]},${secrets[0]}`))
    expect(isSmsReceiptToken({ keys }, 'aliyun', token)).toBe(true)
    expect(pathOf('aliyun')).toBe(path)
    expect(platform.logs.join('\n')).not.toContain(token)
  })

  it('are not taken at all where no cloud sends', async () => {
    const sandbox = await createTestPlatform()
    const reply = await sandbox.app.inject({ method: 'POST', url: pathOf('aliyun'), payload: [] })
    expect(reply.statusCode).toBe(404)
    await sandbox.close()
  })

  it('are told to the administrators once a day when three of ten messages are lost', async () => {
    const alarms = async () =>
      (await admin.call(notifications.list, { query: {} })).data.filter(({ title }) => title.includes('没有送达'))
    for (const [nth, phone] of phones.entries()) expect((await sendCode(phone, `10.9.${nth}.1`)).status).toBe(200)
    const receipts = fake.receiptsOf('aliyun', (nth) => (nth % 3 === 0 ? 'UNDELIV' : undefined))
    await push('aliyun', receipts.slice(0, 9))
    expect(await alarms(), 'nine say nothing').toEqual([])
    await push('aliyun', receipts.slice(9, 10))
    expect(await alarms()).toMatchObject([{ content: expect.stringContaining('10 个回执里有 4 个是失败') }])
    await push('aliyun', receipts.slice(10))
    await push('aliyun', receipts)
    expect(await alarms()).toHaveLength(1)
  })

  it('leave neither phone nor code behind, and go after thirty days', async () => {
    await sendCode(phones[0]!)
    await push(
      'aliyun',
      fake.receiptsOf('aliyun', () => `refused ${phones[0]}`),
    )
    const rows = await platform.deps.database.kysely.selectFrom('sms_sends').selectAll().execute()
    expect(rows).toMatchObject([{ state: 'failed', error: 'unknown' }])
    const { code } = fake.sent[0]!.parameters as { code: string }
    for (const secret of [phones[0]!, code]) {
      expect(JSON.stringify(rows.map(({ message_id: _, ...row }) => row))).not.toContain(secret)
      expect(platform.logs.join('\n')).not.toContain(secret)
    }
    for (let day = 0; day < 32; day += 1) await platform.clock.advance(86_400_000)
    await deleteOldRows(platform.deps)
    await platform.clock.advance(900_000)
    await deleteOldRows(platform.deps)
    expect(await listSends()).toEqual([])
  })
})

describe('decision 114 Providers that answer twice', () => {
  it('send one code, which opens one account, when the first answers after the second was asked', async () => {
    fake.faults.aliyun = 'late'
    expect((await sendCode(phones[0]!)).status).toBe(200)
    expect(fake.sent.map(({ provider }) => provider)).toEqual(['aliyun', 'tencent'])
    const codes = fake.sent.flatMap(({ parameters }) => Object.values(parameters as object))
    expect(new Set(codes).size).toBe(1)
    for (const provider of ['aliyun', 'tencent', 'aliyun', 'tencent'] as const) await push(provider, fake.receiptsOf(provider))
    expect(await listSends()).toMatchObject([{ provider: 'tencent', state: 'delivered' }])
    expect(counted()).toEqual([{ provider: 'tencent', result: 'delivered', count: 1 }])
    const body = { phone: phones[0]!, captcha: codes[0] as string, password: 'Gpu#2026rent' }
    expect((await platform.call(auth.register, { body })).status).toBe(200)
    expect((await platform.call(auth.register, { body })).status).not.toBe(200)
  })

  it('tell a notice that is tried again, and arrives twice, as one', async () => {
    await inTransaction(platform.deps, (tx) =>
      notifyUser(tx, { user_id: admin.user.id, class: 'arrears', title: '余额不足', content: '请充值' }),
    )
    Object.assign(fake.faults, { aliyun: 'lost', tencent: 'lost' })
    await sendNotices(platform.deps, reportProviderTroubles)
    Object.assign(fake.faults, { aliyun: '', tencent: '' })
    await platform.clock.advance(300_000)
    await sendNotices(platform.deps, reportProviderTroubles)
    for (const provider of ['aliyun', 'tencent', 'aliyun'] as const) await push(provider, fake.receiptsOf(provider))
    expect(fake.sent).toHaveLength(3)
    expect(await listSends()).toEqual([{ provider: 'aliyun', purpose: 'arrears', state: 'delivered', error: null }])
    expect(counted()).toEqual([{ provider: 'aliyun', result: 'delivered', count: 1 }])
    const { data } = await admin.call(notificationPreferences.deliveries)
    expect(data.filter(({ channel }) => channel === 'sms')).toMatchObject([{ state: 'sent' }])
  })
})

describe('decision 114 The test message of the opening checklist', () => {
  const readSms = async (who = admin) => (await who.call(operatorOpening.get)).data.find(({ step }) => step === 'sms')!

  it('is said to wait, then to have arrived or why not', async () => {
    await admin.call(operatorOpening.test_sms)
    expect((await readSms()).test).toMatchObject({ ok: true, answer: expect.stringMatching(/，等待回执$/) })
    await push('aliyun', fake.receiptsOf('aliyun'))
    expect((await readSms()).test).toMatchObject({ ok: true, answer: expect.stringMatching(/，已送达$/) })
    await platform.clock.advance(60_000)
    await admin.call(operatorOpening.test_sms)
    await push(
      'aliyun',
      fake.receiptsOf('aliyun', () => 'MK:0004'),
    )
    expect((await readSms()).test).toMatchObject({ ok: false, answer: expect.stringContaining('未送达（回执码 MK:0004') })
  })

  it('stands beside the addresses for the consoles of the providers, which administrators alone see', async () => {
    const { callbacks } = await readSms()
    expect(callbacks).toEqual(listSmsReceiptAddresses(platform.deps))
    expect(callbacks.map(({ label }) => label)).toEqual(['阿里云短信的回执地址', '腾讯云短信的回执地址'])
    sender = platform.deps.sandbox.sms!
    expect((await readSms(await platform.signUp({ role: 'operator_finance' }))).callbacks).toEqual([])
  })
})
