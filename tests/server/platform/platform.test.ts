import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { qrcode_path, sandbox, platform as site } from '#contract/platform.ts'
import { readConfig } from '#server/config.ts'
import { qrSvg } from '#server/http/qr-svg.ts'
import { type TestPlatform, testPlatform } from '#tests/support/platform.ts'

let platform: TestPlatform
let real: TestPlatform
beforeAll(async () => {
  platform = await testPlatform({
    config: readConfig({
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
  real = await testPlatform({ sandbox: undefined })
})
afterAll(() => Promise.all([platform.close(), real.close()]))

describe('§7 server_info', () => {
  it('says whose platform it is and what of it is pretended', async () => {
    expect((await platform.call(site.server_info)).data).toEqual({
      brand: '某某算力',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      now: platform.clock.now().toISOString(),
      sandbox: true,
      simulated: true,
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
      sandbox: false,
      brand: '智算中心',
      icp_number: null,
      home_message: null,
    })
  })

  it('answers though no compute host can be reached', async () => {
    vi.spyOn(real.deps.compute, 'capabilities').mockRejectedValue(new Error('no socket'))
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
  const image = (of: TestPlatform, name: string) => of.app.inject(qrcode_path.replace(':name', name))

  it('are served from this origin as SVG', async () => {
    const { statusCode, headers, body } = await image(platform, 'service')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(body).toBe(qrSvg('https://kf.example.cn/a'))
  })

  it('lead to the sandbox where there is one and none is configured', async () => {
    expect((await image(platform, 'official')).body).toBe(qrSvg('http://localhost:80/sandbox'))
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
