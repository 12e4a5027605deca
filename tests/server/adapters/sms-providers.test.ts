import { Agent } from 'node:http'
import DysmsClient, { SendSmsRequest } from '@alicloud/dysmsapi20170525'
import { sms as tencentSms } from 'tencentcloud-sdk-nodejs-sms'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { notifications } from '#contract/notifications.ts'
import { systemClock } from '#server/adapters/clock.system.ts'
import { signAcs3 } from '#server/adapters/signature.acs3.ts'
import { signTc3 } from '#server/adapters/signature.tc3.ts'
import { createProviderSms } from '#server/adapters/sms.providers.ts'
import { createAdapters } from '#server/compose.ts'
import { readServerConfig } from '#server/config/config.ts'
import { SmsUnsentError } from '#server/ports/sms.ts'
import { fakeCloudKeys, startFakeClouds } from '#tests/support/fake-clouds.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

type Fake = Awaited<ReturnType<typeof startFakeClouds>>

const phone = '13912345678'
const code = '482913'
const message = { phone, type: 'login', code } as const
const configOf = (fake: Fake, order: string) =>
  readServerConfig({
    ...plainDeployment,
    PUBLIC_ORIGIN: 'https://gpu.example.cn',
    SECRET_KEY: Buffer.alloc(48, 'k').toString('base64'),
    TRUST_PROXY: '127.0.0.1',
    ...fake.environment,
    SMS: order,
  })

let fake: Fake
afterEach(() => fake.close())

describe('What is signed for a provider of SMS', () => {
  beforeEach(async () => {
    fake = await startFakeClouds(systemClock)
  })
  const sender = (order: string) => createProviderSms(configOf(fake, order).sms_providers, systemClock)

  it('is what the worked examples of both clouds have', () => {
    const query = { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' }
    const { headers } = signAcs3(
      {
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        query,
        nonce: '3156853299f313e23d1673dc12e1703d',
        at: new Date('2023-10-26T10:22:32Z'),
      },
      { access_key_id: 'YourAccessKeyId', access_key_secret: 'YourAccessKeySecret' },
    )
    expect(headers.authorization).toContain('Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0')

    const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}'
    const signed = signTc3(
      {
        host: 'cvm.tencentcloudapi.com',
        service: 'cvm',
        content_type: 'application/json; charset=utf-8',
        body,
        at: new Date(1_551_113_065_000),
      },
      { secret_id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secret_key: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' },
    )
    expect(signed).toContain('Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168')
  })

  it('is for Alibaba Cloud what its own SDK signs', async () => {
    const { access_key_id: accessKeyId, access_key_secret: accessKeySecret } = fakeCloudKeys.aliyun
    // Its own kind of credential would have a header of its own signed, which says where the key is from.
    const credential = { getCredential: async () => ({ accessKeyId, accessKeySecret, type: 'access_key' }) }
    const sdk = new DysmsClient({ credential, endpoint: `127.0.0.1:${fake.port}`, protocol: 'http' } as never)
    const asked = { phoneNumbers: phone, signName: '智算中心', templateCode: '101', templateParam: '{"title":"(a*b)\'! 到期~"}' }
    await sdk.sendSms(new SendSmsRequest(asked))
    await sender('aliyun').tell({ phone, template: 'expiry', title: "(a*b)'! 到期~", key: 'k' })
    const [theirs, ours] = fake.requests
    const sorted = (url: string) => [...new URL(url, 'http://fake').searchParams].sort()
    expect(sorted(ours!.url)).toEqual(sorted(theirs!.url))
    expect(fake.sent).toHaveLength(2)
    expect(fake.sent[1]).toEqual(fake.sent[0])

    const again = signAcs3(
      {
        host: String(theirs!.headers.host),
        action: 'SendSms',
        version: '2017-05-25',
        query: Object.fromEntries(new URL(theirs!.url, 'http://fake').searchParams),
        nonce: String(theirs!.headers['x-acs-signature-nonce']),
        at: new Date(String(theirs!.headers['x-acs-date'])),
      },
      fakeCloudKeys.aliyun,
    )
    expect(again.headers.authorization).toBe(theirs!.headers.authorization)
  })

  it('is for Tencent Cloud what its own SDK signs', async () => {
    const { secret_id: secretId, secret_key: secretKey } = fakeCloudKeys.tencent
    // The SDK takes the service from the host, so the host is Tencent's and leads here.
    const lookup = (_: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
    const agent = new Agent({ lookup } as never)
    const endpoint = `sms.tencentcloudapi.com:${fake.port}`
    const httpProfile = { endpoint, protocol: 'http://', agent } as never
    const sdk = new tencentSms.v20210111.Client({
      credential: { secretId, secretKey },
      region: 'ap-guangzhou',
      profile: { httpProfile },
    })
    const { Response: _, ...answer } = (await sdk.SendSms({
      PhoneNumberSet: [`+86${phone}`],
      SmsSdkAppId: '1400000000',
      TemplateId: '200',
      SignName: '智算中心',
      TemplateParamSet: [code],
    })) as unknown as { Response?: unknown; SendStatusSet: unknown[] }
    expect(answer.SendStatusSet).toEqual([expect.objectContaining({ Code: 'Ok' })])
    await sender('tencent').send(message)
    const [theirs, ours] = fake.requests
    expect(ours!.body).toBe(theirs!.body)
    for (const name of ['content-type', 'x-tc-action', 'x-tc-version', 'x-tc-region'])
      expect(ours!.headers[name], name).toBe(theirs!.headers[name])
    const again = signTc3(
      {
        host: 'sms.tencentcloudapi.com',
        service: 'sms',
        content_type: String(theirs!.headers['content-type']),
        body: theirs!.body,
        at: new Date(Number(theirs!.headers['x-tc-timestamp']) * 1000),
      },
      fakeCloudKeys.tencent,
    )
    expect(again).toBe(theirs!.headers.authorization)
    agent.destroy()
  })
})

describe('Messages by providers of SMS', () => {
  const clock = new HeldClock()
  beforeEach(async () => {
    fake = await startFakeClouds(clock)
  })
  const sender = (order = 'aliyun,tencent', at = clock) => createProviderSms(configOf(fake, order).sms_providers, at)
  const asked = () => fake.requests.map(({ provider }) => provider)

  it('are shortened to what a variable may hold', async () => {
    const title = '实例「训练一号」的套餐将于明天上午十点到期，届时自动关机并开始计算保留期，请及时续费'
    const [aliyun, tencent] = [sender('aliyun'), sender('tencent')]
    for (const sms of [aliyun, tencent]) {
      await sms.tell({ phone, template: 'release', title, key: 'k' })
      await sms.send(message)
    }
    expect(fake.sent.map(({ template, parameters }) => ({ template, parameters }))).toEqual([
      { template: '103', parameters: { title: `${title.slice(0, 34)}…` } },
      { template: '100', parameters: { code } },
      { template: '203', parameters: [`${title.slice(0, 11)}…`] },
      { template: '200', parameters: [code] },
    ])
  })

  it.each([
    ['isv.AMOUNT_NOT_ENOUGH', 'setup'],
    ['isv.SMS_TEMPLATE_ILLEGAL', 'setup'],
    ['isv.SMS_SIGNATURE_ILLEGAL', 'setup'],
    ['InvalidAccessKeyId.NotFound', 'setup'],
    ['isv.DAY_LIMIT_CONTROL', 'setup'],
    ['isv.NOBODY_KNOWS', 'setup'],
    ['isp.SYSTEM_ERROR', 'outage'],
    ['Throttling.User', 'outage'],
    ['down', 'outage'],
  ])('go by the second provider when the first answers %s', async (fault, kind) => {
    fake.faults.aliyun = fault
    const { troubles, taken } = await sender().send(message)
    const [trouble, ...more] = troubles
    expect(taken).toMatchObject({ provider: 'tencent' })
    expect(more).toEqual([])
    expect(trouble).toMatchObject({ provider: '阿里云短信', kind, code: fault === 'down' ? 'no_answer' : fault })
    expect(JSON.stringify(trouble)).not.toContain(phone)
    expect(fake.sent).toMatchObject([{ provider: 'tencent', phone: `+86${phone}` }])
  })

  it.each([
    ['FailedOperation.InsufficientBalanceInSmsPackage', 'setup'],
    ['FailedOperation.TemplateIncorrectOrUnapproved', 'setup'],
    ['FailedOperation.SignatureIncorrectOrUnapproved', 'setup'],
    ['AuthFailure.SecretIdNotFound', 'setup'],
    ['LimitExceeded.AppDailyLimit', 'setup'],
    ['InternalError.Timeout', 'outage'],
  ])('go by Alibaba Cloud when Tencent Cloud, asked first, answers %s', async (fault, kind) => {
    fake.faults.tencent = fault
    const { troubles, taken } = await sender('tencent,aliyun').send(message)
    expect(troubles).toMatchObject([{ provider: '腾讯云短信', kind, code: fault }])
    expect(taken).toEqual({ provider: 'aliyun', message_id: '900619746936498400^0' })
    expect(fake.sent).toMatchObject([{ provider: 'aliyun', phone }])
  })

  it.each([
    ['aliyun', 'tencent', 'isv.BUSINESS_LIMIT_CONTROL'],
    ['tencent', 'aliyun', 'LimitExceeded.PhoneNumberDailyLimit'],
    ['tencent', 'aliyun', 'LimitExceeded.DeliveryFrequencyLimit'],
  ] as const)('do not go around the limit of %s on a phone by way of %s: %s', async (first, second, fault) => {
    fake.faults[first] = fault
    await expect(sender(`${first},${second}`).send(message)).rejects.toMatchObject({ held_back: true })
    expect(asked()).toEqual([first])
  })

  it('may arrive twice when nobody knows whether the first was sent', async () => {
    fake.faults.aliyun = 'lost'
    await sender().send(message)
    expect(fake.sent.map(({ provider }) => provider)).toEqual(['aliyun', 'tencent'])
  })

  it('wait for no provider that never answers', async () => {
    fake.faults.aliyun = 'hang'
    expect((await sender().send(message)).troubles).toMatchObject([{ kind: 'outage', code: 'no_answer' }])
    expect(fake.sent).toMatchObject([{ provider: 'tencent' }])
  })

  it('say that the clock is wrong, and fail by a sentence without phone, code or key when nobody takes them', async () => {
    const late = new HeldClock(new Date(clock.now().getTime() + 3_600_000))
    const error = await sender('aliyun,tencent', late)
      .send(message)
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SmsUnsentError)
    const { troubles, held_back: heldBack } = error as SmsUnsentError
    expect([heldBack, troubles.map(({ code: word }) => word)]).toEqual([
      false,
      ['InvalidTimeStamp.Expired', 'AuthFailure.SignatureExpire'],
    ])
    expect(troubles.every(({ reading }) => reading.includes('校时'))).toBe(true)
    const said = `${(error as Error).message}${JSON.stringify(troubles)}`
    for (const secret of [phone, code, 'aliyun-secret', 'tencent-secret']) expect(said).not.toContain(secret)
  })

  it('refuse a start that lacks a variable, by the name of each', () => {
    const { ALIYUN_SMS_SIGN_NAME: _, TENCENT_SMS_TEMPLATE_BALANCE: __, ...rest } = fake.environment as Record<string, string>
    expect(() => readServerConfig({ ...rest, SMS: 'aliyun,tencent' })).toThrow(
      'SMS=aliyun,tencent 还缺 ALIYUN_SMS_SIGN_NAME、TENCENT_SMS_TEMPLATE_BALANCE',
    )
    expect(readServerConfig({ ...rest, SMS: 'console' }).sms_providers).toEqual([])
    expect(() => readServerConfig({ ...rest, SMS: 'aliyun,aliyun' })).toThrow('SMS')
  })
})

describe('A real deployment with providers of SMS', () => {
  let platform: TestPlatform
  let admin: Awaited<ReturnType<TestPlatform['signUp']>>
  beforeEach(async () => {
    platform = await createTestPlatform()
    admin = await platform.signUp({ role: 'operator_admin' })
    await platform.clock.advance(60_000)
    fake = await startFakeClouds(platform.clock)
    const { keys, clock } = platform.deps
    const config = configOf(fake, 'aliyun,tencent')
    const { sms } = await createAdapters(config, { clock, keys, installation_id: 'zhisuan', say: () => {} })
    platform.deps.sms = sms
  })
  afterEach(() => platform.close())
  const send = (to: string) =>
    platform.call(auth.send_captcha, { body: { phone: to, captcha_type: 'register' } }, { ip: '10.9.0.1' })
  const alarms = async () =>
    (await admin.call(notifications.list, { query: {} })).data.filter(({ title }) => title.includes('短信没有接受'))

  it('sends a code by the first, falls back to the second, and tells the administrators once a day and reason', async () => {
    expect((await send('13700000001')).code).toBe('0')
    expect(fake.sent).toMatchObject([
      { provider: 'aliyun', phone: '13700000001', parameters: { code: expect.stringMatching(/^\d{6}$/) } },
    ])
    const { code: right } = fake.sent[0]!.parameters as { code: string }
    const form = { phone: '13700000001', captcha: right, password: 'Gpu#2026rent' }
    expect((await platform.call(auth.register, { body: form })).code, 'the code is right').toBe('0')

    fake.faults.aliyun = 'isv.AMOUNT_NOT_ENOUGH'
    for (const to of ['13700000002', '13700000003']) expect((await send(to)).code).toBe('0')
    expect(fake.sent.slice(1)).toMatchObject([{ provider: 'tencent' }, { provider: 'tencent' }])
    expect(await alarms()).toMatchObject([
      { title: '阿里云短信没有接受请求：isv.AMOUNT_NOT_ENOUGH', content: expect.stringContaining('请充值') },
    ])
    fake.faults.tencent = 'AuthFailure.SecretIdNotFound'
    expect((await send('13700000004')).status).toBe(503)
    expect(await alarms()).toHaveLength(2)
    const logs = platform.logs.filter((line) => line.includes('a provider did not do'))
    expect(logs).toHaveLength(4)
    expect(logs.join()).not.toMatch(/137\d{8}|secret/)
  })

  it('refuses a code as its own limits do when the provider holds back', async () => {
    fake.faults.aliyun = 'isv.BUSINESS_LIMIT_CONTROL'
    expect(await send('13700000005')).toMatchObject({ status: 429, message: expect.stringContaining('一小时') })
    expect(fake.requests).toHaveLength(1)
    expect(await send('13700000005'), 'and counts it').toMatchObject({ status: 429 })
    expect(fake.requests).toHaveLength(1)
    expect(await alarms()).toEqual([])
  })
})
