import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationPreferences as preferences } from '#contract/notification-preferences.ts'
import { qrcodePath } from '#contract/platform.ts'
import { createPayment } from '#server/adapters/payment.ts'
import { buildApp } from '#server/app.ts'
import { readServerConfig } from '#server/config/config.ts'
import { reportProviderTroubles } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { findQrText } from '#server/domains/accounts/wechat/scenes.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { sendNotices } from '#server/domains/notify/notifications/send-deliveries.service.ts'
import { openHttpGateway } from '#server/gateway/http/http-gateway.ts'
import { watchOpenConnections } from '#server/gateway/open-connections.ts'
import { buildQrSvg } from '#server/http/qr-svg.ts'
import { inTransaction } from '#server/tx.ts'
import { generateTestKeyPair } from '#tests/support/pay-keys.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { createWechatHelper, parseScene } from '#tests/support/wechat.ts'

const web = 'https://gpu.example.cn'
const env = {
  NODE_ENV: 'test' as const,
  PUBLIC_ORIGIN: 'https://api.example.cn',
  WEB_ORIGINS: `${web}, https://www.example.cn`,
  USER_RPS: '0',
  NETWORK_RPS: '0',
}

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform({ config: readServerConfig(env) })
})
afterAll(() => platform.close())

describe('docs/decisions/070 People are led to the first of WEB_ORIGINS', () => {
  it('by the links in mails', async () => {
    const { user, call } = await platform.signUp()
    const mails = () => platform.deps.sandbox.mail!.inbox()
    const email = 'one@example.cn'
    await call(preferences.send_email_code, { body: { email } })
    await call(preferences.verify_email, { body: { code: /验证码 (\d{6})/.exec(mails()[0]!.text)![1]! } })
    await call(preferences.set, { body: { class: 'activity', channel: 'email', enabled: true } })
    const notice = { user_id: user.id, class: 'activity' as const, title: '有事', content: '内容', link: '/console/cost/orders' }
    await inTransaction(platform.deps, (tx) => notifyUser(tx, notice))
    await sendNotices(platform.deps, reportProviderTroubles)
    // the word that the address is proved goes out with it
    expect(mails().map(({ text }) => text)).toContainEqual(expect.stringContaining(`：${web}/console/cost/orders\n\n`))
  })

  it('back from the cashier of Alipay, which tells the API of the payment', async () => {
    const { privateKey, publicKey } = generateTestKeyPair()
    const alipay = {
      ALIPAY_APP_ID: '2021000000000001',
      ALIPAY_SELLER_ID: '2088000000000001',
      ALIPAY_PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      ALIPAY_PUBLIC_KEY: String(publicKey.export({ type: 'spki', format: 'pem' })),
      ALIPAY_WAY: 'page',
    }
    const { channels } = createPayment(readServerConfig({ ...env, ...alipay }), platform.clock, Buffer.alloc(32))
    const expiresAt = new Date(platform.clock.now().getTime() + 900_000)
    const { pay_url: payUrl } = await channels.alipay!.open({
      trade_no: 'recharge1',
      amount_fen: 100n,
      channel: 'alipay',
      expires_at: expiresAt,
    })
    const sent = new URL(payUrl).searchParams
    expect(sent.get('return_url')).toBe(`${web}/recharge`)
    expect(new URL(sent.get('notify_url')!).origin).toBe(env.PUBLIC_ORIGIN)
  })

  it('by what WeChat answers to a scan, and by the code of a sandbox that is scanned', async () => {
    const { ask, scan } = createWechatHelper(platform)
    const { qrcode_url: qrcodeUrl } = await ask()
    expect(await scan(qrcodeUrl, 'sandbox-wechat-1')).toContain(`<a href="${web}/wechat/confirm?ticket=`)
    const image = await platform.app.inject(new URL(qrcodeUrl, env.PUBLIC_ORIGIN).pathname)
    expect(image.body).toBe(buildQrSvg(web + (await findQrText(platform.deps, parseScene(qrcodeUrl)))))
  })

  it('by the code of an account nobody configured', async () => {
    const { body } = await platform.app.inject(qrcodePath.replace(':name', 'official'))
    expect(body).toBe(buildQrSvg(`${web}/sandbox`))
  })

  it('by the page that stands in the way of a port link', async () => {
    const doors = watchOpenConnections(platform.deps)
    const at = { port: 0, host: '127.0.0.1', domain: 'localhost', https: false }
    const gateway = await openHttpGateway(platform.deps, doors, at)
    const page = await fetch(`http://127.0.0.1:${gateway.port}/`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain(`<a href="${web}">打开控制台</a>`)
    doors.closeAll()
    await gateway.close()
  })

  it('by the pages and the sitemap that search engines read', async () => {
    const root = await mkdtemp(join(tmpdir(), 'zhisuan-web-'))
    for (const folder of ['pages', 'web']) await mkdir(join(root, folder))
    const html = '<link rel="canonical" href="%ORIGIN%/about-us" />'
    const files = {
      'pages.json': JSON.stringify([{ path: '/about-us', file: 'about.html' }]),
      'addresses.json': '[]',
      ...{ 'about.html': html, 'app.html': html, 'console.html': html },
    }
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(root, 'pages', name), text)))
    const app = await buildApp(platform.deps, root)
    const page = await app.inject({ url: '/about-us', headers: { accept: 'text/html' } })
    expect(page.body).toBe(`<link rel="canonical" href="${web}/about-us" />`)
    expect((await app.inject('/sitemap.xml')).body).toContain(`<loc>${web}/about-us</loc>`)
    await app.close()
    await rm(root, { recursive: true })
  })
})
