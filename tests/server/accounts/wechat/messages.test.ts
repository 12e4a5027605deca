import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sandboxWechat, wechat, wechatMessagePath } from '#contract/wechat.ts'
import { createOfficialAccount } from '#server/adapters/wechat.official.ts'
import { computeWechatSignature } from '#server/adapters/wechat.wire.ts'
import { formatWechatXml, parseWechatXml } from '#server/adapters/wechat.xml.ts'
import { readServerConfig } from '#server/config/config.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { waitUntil } from '#tests/support/until.ts'
import { createWechatHelper, parseReplyTicket, parseScene } from '#tests/support/wechat.ts'

const clock = new HeldClock()
const account = { app_id: 'wx-tests', secret: 'secret', token: 'zhisuan-token', aes_key: undefined }
const config = readServerConfig({
  NODE_ENV: 'test',
  PUBLIC_ORIGIN: 'https://gpu.example.cn',
  WECHAT_APP_ID: account.app_id,
  WECHAT_APP_SECRET: account.secret,
  WECHAT_TOKEN: account.token,
})
const openId = () => `o${randomBytes(8).toString('hex')}`

let platform: TestPlatform
let world: ReturnType<typeof createWechatHelper>
beforeAll(async () => {
  const official = {
    ...createOfficialAccount(account, { clock }),
    qrText: async (scene: string) => `http://weixin.qq.com/q/${scene}`,
  }
  platform = await createTestPlatform({ clock, config, wechat: official, sandbox: {} })
  world = createWechatHelper(platform)
})
afterAll(() => platform.close())

const query = (token = account.token) => {
  const [timestamp, nonce] = [String(Math.floor(clock.now().getTime() / 1000)), '42']
  return new URLSearchParams({ timestamp, nonce, signature: computeWechatSignature(token, timestamp, nonce) })
}
const push = (fields: Record<string, string | number>, token?: string) =>
  platform.app.inject({
    method: 'POST',
    url: `${wechatMessagePath}?${query(token)}`,
    headers: { 'content-type': 'text/xml' },
    payload: formatWechatXml({ ToUserName: 'gh_tests', CreateTime: 1, MsgType: 'event', ...fields }),
  })
const scanOf = (FromUserName: string, scene: string, CreateTime: number) => ({
  FromUserName,
  CreateTime,
  Event: 'SCAN',
  EventKey: scene,
})
const words = (body: string) => (body === 'success' ? null : String(parseWechatXml(body).Content))

describe('The official account’s messages', () => {
  it('begin with a handshake that gives the echostr back', async () => {
    const reply = await platform.app.inject(`${wechatMessagePath}?${query()}&echostr=5836258311`)
    expect([reply.statusCode, reply.body]).toEqual([200, '5836258311'])
    expect((await platform.app.inject(`${wechatMessagePath}?${query('x')}&echostr=1`)).statusCode).toBe(403)
  })

  it('sign in: a scan is answered with a link to confirm, on our own address', async () => {
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl, sandbox_url: sandboxUrl } = await world.ask()
    expect(sandboxUrl).toBeNull()
    const reply = await push(scanOf(openId(), parseScene(qrcodeUrl), 100))
    expect(reply.headers['content-type']).toContain('text/xml')
    expect(words(reply.body)).toContain('<a href="https://gpu.example.cn/wechat/confirm?ticket=')
    expect((await world.poll(sceneStr)).code).toBe('00100013')
    await world.tap(parseReplyTicket(words(reply.body)))
    expect((await world.poll(sceneStr)).code).toBe('00100011')
  })

  it('count a first follow by a scanned code as the scan', async () => {
    const { scene_str: sceneStr, qrcode_url: qrcodeUrl } = await world.ask()
    const reply = await push({ FromUserName: openId(), Event: 'subscribe', EventKey: `qrscene_${parseScene(qrcodeUrl)}` })
    expect(words(reply.body)).toContain('查看并确认登录')
    expect((await world.poll(sceneStr)).code).toBe('00100013')
  })

  it('are ignored when they come again, by sender and time, and get the same answer', async () => {
    const [person, first, second] = [openId(), await world.ask(), await world.ask()]
    const once = await push(scanOf(person, parseScene(first.qrcode_url), 200))
    const again = await push(scanOf(person, parseScene(first.qrcode_url), 200))
    expect(words(again.body)).toBe(words(once.body))
    await push(scanOf(person, parseScene(second.qrcode_url), 200))
    expect((await world.poll(second.scene_str)).code, 'the same name for another scan is a copy').toBe('00100012')
    await push(scanOf(person, parseScene(second.qrcode_url), 201))
    expect((await world.poll(second.scene_str)).code).toBe('00100013')
  })

  it('that say nothing to us are answered with success', async () => {
    const reply = await push({ FromUserName: openId(), MsgType: 'text', Content: '你好' })
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([200, 'text/plain', 'success'])
  })

  it('that follow without a scan are welcomed, and scans of strange codes are told so', async () => {
    expect(words((await push({ FromUserName: openId(), Event: 'subscribe', EventKey: '' })).body)).toContain('欢迎关注')
    expect(words((await push(scanOf(openId(), 'unknown', 300))).body)).toContain('已过期或已被使用')
  })

  it.each([
    ['an unsigned one', () => push({ FromUserName: openId() }, 'x'), 403],
    [
      'one that is no XML',
      () =>
        platform.app.inject({
          method: 'POST',
          url: `${wechatMessagePath}?${query()}`,
          headers: { 'content-type': 'text/xml' },
          payload: '<',
        }),
      403,
    ],
    ['one without a body', () => platform.app.inject({ method: 'POST', url: `${wechatMessagePath}?${query()}` }), 403],
    ['one of 100 KiB', () => push({ FromUserName: openId(), Content: 'x'.repeat(100_000) }), 413],
  ])('refuse %s', async (_, send, status) => {
    const reply = await send()
    expect(reply.statusCode).toBe(status)
    expect(JSON.parse(reply.body)).toMatchObject({ success: false })
  })

  it('are answered within the five seconds WeChat waits, though the database takes longer', async () => {
    const { qrcode_url: qrcodeUrl } = await world.ask()
    const slow = vi.spyOn(platform.deps.database, 'transaction').mockImplementationOnce(() => new Promise(() => {}))
    const reply = push(scanOf(openId(), parseScene(qrcodeUrl), 400))
    await waitUntil(() => expect(slow).toHaveBeenCalled())
    await clock.advance(4_500)
    expect((await reply).body).toBe('success')
    slow.mockRestore()
  })

  it('are not played where the account is real', async () => {
    expect((await platform.call(sandboxWechat.identities)).status).toBe(404)
    expect((await platform.call(sandboxWechat.send, { body: { open_id: 'a' } })).status).toBe(404)
  })

  it('leave other calls without XML', async () => {
    const url = wechat.bind_phone.path
    const reply = await platform.app.inject({ method: 'POST', url, headers: { 'content-type': 'text/xml' }, payload: '<xml/>' })
    expect(reply.statusCode).toBe(415)
  })

  it('put no ticket into the log', () => expect(platform.logs.join('')).not.toContain('ticket='))
})

describe('product §2 Configuration of the official account', () => {
  const all = { WECHAT_APP_ID: 'a', WECHAT_APP_SECRET: 'b', WECHAT_TOKEN: 'c', PUBLIC_ORIGIN: 'https://gpu.example.cn' }
  it('is complete or not there', () => {
    expect(readServerConfig({ NODE_ENV: 'test' }).wechat).toBeUndefined()
    expect(readServerConfig({ NODE_ENV: 'test', ...all }).wechat).toEqual({
      app_id: 'a',
      secret: 'b',
      token: 'c',
      aes_key: undefined,
    })
    expect(() => readServerConfig({ NODE_ENV: 'test', ...all, WECHAT_TOKEN: undefined })).toThrow('须一起设置')
    expect(() => readServerConfig({ NODE_ENV: 'test', ...all, PUBLIC_ORIGIN: undefined })).toThrow('PUBLIC_ORIGIN')
    expect(() => readServerConfig({ NODE_ENV: 'test', ...all, WECHAT_AES_KEY: 'short' })).toThrow('EncodingAESKey')
  })
})
