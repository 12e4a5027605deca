import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOfficialAccount } from '#server/adapters/wechat.official.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

/** Plays api.weixin.qq.com as its documentation describes it. */
interface Asked {
  path: string
  token: string | null
  body: Record<string, unknown>
}
let server: Server
let api: string
let asked: Asked[]
/** What the next calls of qrcode/create are refused with. */
let refusals: number[]
let issued: number
let hung: boolean

const answerTo = ({ path, body }: Asked): unknown => {
  if (path === '/cgi-bin/stable_token') {
    if (body.secret !== 'secret') return { errcode: 40125, errmsg: 'invalid appsecret' }
    if (issued === 0 || body.force_refresh) issued += 1
    return { access_token: `token-${issued}`, expires_in: 7200 }
  }
  const errcode = refusals.shift()
  if (errcode) return { errcode, errmsg: 'refused' }
  return { ticket: 'gQH47joAAAAAAAAAASxodHRw', expire_seconds: 300, url: 'http://weixin.qq.com/q/kZgfwMTm72WWPkovabbI' }
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (hung) return response.destroy()
    let text = ''
    for await (const chunk of request) text += chunk
    const url = new URL(request.url ?? '/', 'http://wechat')
    const call = { path: url.pathname, token: url.searchParams.get('access_token'), body: JSON.parse(text) }
    asked.push(call)
    response.end(JSON.stringify(answerTo(call)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  asked = []
  refusals = []
  issued = 0
  hung = false
})

const account = { app_id: 'wx-tests', secret: 'secret', token: 'token', aes_key: undefined }
const open = (clock = new HeldClock(), change = {}) => createOfficialAccount({ ...account, ...change }, { clock, api })
const tokensAsked = () => asked.filter(({ path }) => path === '/cgi-bin/stable_token').map(({ body }) => body.force_refresh)

describe('The official account’s QR codes', () => {
  it('are made with a string scene for as long as asked', async () => {
    expect(await open().qrText('scene-1', 300)).toBe('http://weixin.qq.com/q/kZgfwMTm72WWPkovabbI')
    expect(asked.at(-1)).toEqual({
      path: '/cgi-bin/qrcode/create',
      token: 'token-1',
      body: { expire_seconds: 300, action_name: 'QR_STR_SCENE', action_info: { scene: { scene_str: 'scene-1' } } },
    })
  })

  it.each([45009, -1, 48001])('are refused as WeChat refuses them: %i', async (errcode) => {
    refusals = [errcode, errcode]
    await expect(open().qrText('scene-1', 300)).rejects.toThrow(`WeChat: qrcode/create failed with ${errcode}`)
  })

  it('fail when WeChat cannot be reached, without a word of the secret', async () => {
    hung = true
    const failure = await open().qrText('scene-1', 300).catch(String)
    expect(failure).toContain('WeChat: stable_token failed')
    expect(failure).not.toContain('secret')
    await expect(open(new HeldClock(), { secret: 'wrong' }).qrText('s', 300)).rejects.toThrow('WeChat: stable_token failed')
  })
})

describe('The official account’s access token', () => {
  it('is fetched once for all who ask at once, and kept', async () => {
    const wechat = open()
    await Promise.all(Array.from({ length: 10 }, (_, n) => wechat.qrText(`scene-${n}`, 300)))
    await wechat.qrText('later', 300)
    expect(tokensAsked()).toEqual([false])
  })

  it('is fetched anew five minutes before its end', async () => {
    const clock = new HeldClock()
    const wechat = open(clock)
    await wechat.qrText('a', 300)
    await clock.advance((7200 - 301) * 1000)
    await wechat.qrText('b', 300)
    expect(tokensAsked()).toEqual([false])
    await clock.advance(1000)
    await wechat.qrText('c', 300)
    expect(tokensAsked()).toEqual([false, false])
  })

  it.each([40001, 42001])('is replaced when WeChat answers %i, and the call made again', async (errcode) => {
    const wechat = open()
    refusals = [errcode]
    expect(await wechat.qrText('a', 300)).toContain('weixin.qq.com')
    // the shared token was still the refused one, so it was replaced by force
    expect(tokensAsked()).toEqual([false, false, true])
    expect(asked.at(-1)?.token).toBe('token-2')
  })

  it('is taken over from another node that has replaced it already', async () => {
    const wechat = open()
    await wechat.qrText('a', 300)
    issued = 2
    refusals = [42001]
    await wechat.qrText('b', 300)
    expect(tokensAsked()).toEqual([false, false])
    expect(asked.at(-1)?.token).toBe('token-2')
  })

  it('is replaced once a call', async () => {
    refusals = [40001, 40001]
    await expect(open().qrText('a', 300)).rejects.toThrow('40001')
    expect(tokensAsked()).toHaveLength(3)
  })
})
