import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { invoiceEmails } from '#contract/invoice-emails.ts'
import { llmModels } from '#contract/llm-models.ts'
import { notificationPreferences } from '#contract/notification-preferences.ts'
import { qrcodePath, sandbox, platform as site } from '#contract/platform.ts'
import { sandboxWechat, wechat, wechatMessagePath } from '#contract/wechat.ts'
import { createConsoleSms } from '#server/adapters/sms.console.ts'
import { readServerConfig } from '#server/config/config.ts'
import { assertNoDemoAccounts, seedDemoAccounts } from '#server/demo/accounts.ts'
import { hashPassword } from '#server/domains/accounts/auth/passwords.service.ts'
import { buildQrSvg } from '#server/http/qr-svg.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let real: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({
    config: readServerConfig({
      NODE_ENV: 'test',
      BRAND: '某某算力',
      ICP_NUMBER: '京ICP备00000000号',
      HOME_MESSAGE: '双旦同庆',
      POLICE_NUMBER: '京公网安备00000000000000号',
      SERVICE_QRCODE: 'https://kf.example.cn/a',
      CONTACT_EMAIL: 'service@example.cn',
      CONTACT_PHONE: '400-000-0000',
    }),
  })
  real = await createTestPlatform({ sandbox: {} })
})
afterAll(() => Promise.all([platform.close(), real.close()]))

describe('§7 server_info', () => {
  it('says whose platform it is and what of it is pretended', async () => {
    expect((await platform.call(site.server_info)).data).toEqual({
      brand: '某某算力',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      now: platform.clock.now().toISOString(),
      played: ['sms', 'mail', 'payment', 'wechat'],
      offers: { wechat: true, mail: true, invoicing: true, ssh: false, organisations: false },
      simulated: true,
      disks: { system: 'measured', data: 'measured' },
      icp_number: '京ICP备00000000号',
      police_number: '京公网安备00000000000000号',
      qrcodes: {
        service: { image: '/api/v1/qrcode/service', link: 'https://kf.example.cn/a', sample: false },
        official: { image: '/api/v1/qrcode/official', link: null, sample: true },
      },
      home_message: '双旦同庆',
      contact: { email: 'service@example.cn', phone: '400-000-0000', address: null },
    })
    expect((await real.call(site.server_info)).data).toMatchObject({
      played: [],
      brand: '智算中心',
      icp_number: null,
      home_message: null,
    })
  })

  it('answers though no compute host can be reached', async () => {
    vi.spyOn(real.deps.compute, 'inventory').mockRejectedValue(new Error('no socket'))
    expect(await real.call(site.server_info)).toMatchObject({ status: 200, data: { simulated: true } })
  })
})

describe('§7 common_resource', () => {
  it.each([
    ['home_message', '双旦同庆'],
    ['filing', '京ICP备00000000号'],
    ['police_filing', '京公网安备00000000000000号'],
    ['service_qrcode', '/api/v1/qrcode/service'],
    ['official_qrcode', '/api/v1/qrcode/official'],
  ] as const)('%s is configuration', async (key, value) => {
    expect((await platform.call(site.common_resource, { query: { key } })).data).toEqual({ key, value })
  })

  it('knows no other key', async () => {
    const response = await platform.app.inject('/api/v1/user/common_resource?key=secret')
    expect(response.statusCode).toBe(400)
  })
})

describe('§2 QR codes', () => {
  const image = (of: TestPlatform, name: string) => of.app.inject(qrcodePath.replace(':name', name))

  it('are served from this origin as SVG', async () => {
    const { statusCode, headers, body } = await image(platform, 'service')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(body).toBe(buildQrSvg('https://kf.example.cn/a'))
  })

  it('lead to the sandbox where there is one and none is configured', async () => {
    expect((await image(platform, 'official')).body).toBe(buildQrSvg('http://localhost:80/sandbox'))
  })

  it('are not there in a real deployment that configured none, nor by any other name', async () => {
    expect((await image(real, 'service')).statusCode).toBe(404)
    expect((await image(platform, 'other')).statusCode).toBe(404)
    expect((await real.call(site.server_info)).data.qrcodes).toEqual({ service: null, official: null })
  })
})

describe('product §2 Sandbox inbox', () => {
  it('shows each SMS, newest first', async () => {
    const { user } = await platform.signUp()
    await platform.clock.advance(60_000)
    const code = await platform.askCode(user.phone, 'login', { ip: user.ip })
    const { data } = await platform.call(sandbox.inbox)
    expect(data.slice(0, 2)).toMatchObject([
      { phone: user.phone, type: 'login', code, at: platform.clock.now().toISOString() },
      { phone: user.phone, type: 'register' },
    ])
  })

  it('does not exist where providers are real', async () => {
    expect((await real.app.inject(sandbox.inbox.path)).statusCode).toBe(404)
  })
})

describe('product §2 Whatever the sandbox can play', () => {
  const calls = Object.values({ ...sandbox, ...sandboxWechat })
  const url = (path: string) => path.replace(':trade_no', 't1')

  it.each(calls.map(({ method, path }) => [method, path] as const))(
    '%s %s does not exist where nothing is played',
    async (method, path) => {
      const { statusCode, body } = await real.app.inject({ method, url: url(path), ...(method === 'POST' && { payload: {} }) })
      expect([statusCode, JSON.parse(body).success]).toEqual([404, false])
    },
  )

  it('exists part by part', async () => {
    const { sms } = platform.deps.sandbox
    const only = await createTestPlatform({ sandbox: { sms } })
    const statusOf = async (path: string) => (await only.app.inject(url(path))).statusCode
    expect(await statusOf(sandbox.inbox.path)).toBe(200)
    for (const { path } of calls.filter(({ method, path }) => method === 'GET' && path !== sandbox.inbox.path))
      expect(await statusOf(path)).toBe(404)
    expect((await only.call(site.server_info)).data.played).toEqual(['sms'])
    await only.close()
  })
})

describe('product §2 What is turned off', () => {
  it('says so instead of failing', async () => {
    const plain = await createTestPlatform({
      wechat: undefined,
      mail: undefined,
      llm: undefined,
      invoice_issuer: undefined,
      sandbox: {},
    })
    const { call, token } = await plain.signUp({ is_tencent: true, balance: '10.00' })
    expect((await plain.call(site.server_info)).data.offers).toEqual({
      wechat: false,
      mail: false,
      invoicing: false,
      ssh: false,
      organisations: false,
    })
    expect(await plain.call(wechat.qrcode)).toMatchObject({ status: 409, code: resultCodes.wechat_off.code })
    expect(await call(wechat.unbind_wechat)).toMatchObject({ status: 403 })
    expect((await plain.app.inject(wechatMessagePath)).statusCode).toBe(404)
    const email = { email: 'me@example.cn' }
    expect(await call(notificationPreferences.send_email_code, { body: email })).toMatchObject({
      code: resultCodes.mail_off.code,
    })
    expect(await call(invoiceEmails.create, { body: email })).toMatchObject({ code: resultCodes.mail_off.code })
    expect((await call(llmModels.gateway)).data).toMatchObject({ off: true, sandbox: false })
    const answer = await plain.app.inject({
      method: 'POST',
      url: '/v1/chat/completions',
      headers: { authorization: `Bearer ${token}` },
      payload: { model: 'any', messages: [{ role: 'user', content: '你好' }] },
    })
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_offered'])
    await plain.close()
  })
})

describe('decision 052 Accounts whose passwords are published', () => {
  it('keep a platform from opening to other machines', async () => {
    const demo = await createTestPlatform()
    await expect(assertNoDemoAccounts(demo.deps)).resolves.toBeUndefined()
    await seedDemoAccounts(demo.deps)
    await expect(assertNoDemoAccounts(demo.deps)).rejects.toThrow(/演示账号 1380000000\d/)
    const passwordHash = await hashPassword('Another#2026')
    await demo.deps.database.kysely.updateTable('users').set({ password_hash: passwordHash }).execute()
    await expect(assertNoDemoAccounts(demo.deps)).resolves.toBeUndefined()
    await demo.close()
  })
})

describe('product §2 SMS=console', () => {
  it('writes codes where only the owner reads, one line each', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'zhisuan-sms-'))
    const file = join(dir, 'data', 'sms.log')
    const sms = createConsoleSms(platform.clock, file)
    await sms.send({ phone: '13900000001', type: 'register', code: '123456' })
    await sms.tell({ phone: '13900000001', template: 'balance', title: '余额不足', key: 'k' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines).toEqual([
      expect.stringMatching(/Z 13900000001 register 123456$/),
      expect.stringContaining('余额提醒：余额不足'),
    ])
    await rm(dir, { recursive: true })
  })
})
