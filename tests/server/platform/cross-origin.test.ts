import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { playgroundPath } from '#contract/llm-wire.ts'
import { platform as site } from '#contract/platform.ts'
import { readServerConfig } from '#server/config/config.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

const own = 'https://gpu.example.cn'
const foreign = 'https://elsewhere.example.net'

let apart: TestPlatform
let together: TestPlatform
beforeAll(async () => {
  const at = { NODE_ENV: 'test', PUBLIC_ORIGIN: 'https://api.example.cn', USER_RPS: '0', NETWORK_RPS: '1' }
  ;[apart, together] = await Promise.all([
    createTestPlatform({ config: readServerConfig({ ...at, WEB_ORIGINS: `${own}, https://www.example.cn/` }) }),
    createTestPlatform({ config: readServerConfig(at) }),
  ])
})
afterAll(() => Promise.all([apart.close(), together.close()]))

let networks = 0
/** From another network each time, unless said otherwise. */
const ask = (
  { app }: TestPlatform,
  method: 'GET' | 'HEAD' | 'OPTIONS',
  url: string,
  headers: Record<string, string> = {},
  remoteAddress = `10.9.${++networks >> 8}.${networks & 255}`,
) => app.inject({ method, url, headers, remoteAddress })
const preflight = (platform: TestPlatform, url: string, origin: string, ip?: string) =>
  ask(platform, 'OPTIONS', url, { origin, 'access-control-request-method': 'POST' }, ip)
const spoken = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'))

const forPages = [
  '/api/v1/login',
  '/api/v1/no-such-call',
  '/sse/v1/notification/subscribe/c1',
  '/tus/v1/1',
  '/healthz',
  playgroundPath,
]
const forPrograms = ['/v1/chat/completions', '/v1/models', '/metrics', '/home']

describe('§7 A page of WEB_ORIGINS', () => {
  it.each(forPages)('may call %s, and is told so before it does', async (url) => {
    const { statusCode, headers, body } = await preflight(apart, url, own)
    expect([statusCode, body]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': own,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-max-age': '7200',
      vary: 'origin',
    })
    const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ')
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'challenge-answer', 'last-event-id', 'upload-offset'])
      expect(allowed).toContain(name)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('may use every method that the contract has', async () => {
    const allowed = String((await preflight(apart, '/api/v1/login', own)).headers['access-control-allow-methods']).split(', ')
    expect(
      [...new Set(allEndpoints.map(({ endpoint }) => endpoint.method))].filter((method) => !allowed.includes(method)),
    ).toEqual([])
  })

  it('may read what the web reads, of a refusal and of an upload as well', async () => {
    const { token } = await apart.signUp()
    for (const [method, url, authorization] of [
      ['GET', site.server_info.path, ''],
      ['GET', '/api/v1/user/1', ''],
      ['GET', '/sse/v1/notification/subscribe/c1', ''],
      ['HEAD', '/tus/v1/1', `Bearer ${token}`],
    ] as const) {
      const { headers } = await ask(apart, method, url, { origin: own, ...(authorization && { authorization }) })
      expect(headers, url).toMatchObject({ 'access-control-allow-origin': own, vary: 'origin' })
      const shown = String(headers['access-control-expose-headers']).split(', ')
      for (const name of ['Date', 'Retry-After', 'X-Request-Id']) expect(shown, url).toContain(name)
    }
  })

  it('may ask without end whether it may: only calls are counted', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 30; n += 1) statuses.add((await preflight(apart, '/api/v1/login', own, '10.8.0.1')).statusCode)
    expect([...statuses]).toEqual([204])
    const calls = []
    for (let n = 0; n < 30; n += 1) calls.push(await ask(apart, 'GET', site.server_info.path, { origin: own }, '10.8.0.1'))
    expect(calls.at(-1)!.statusCode).toBe(429)
    expect(calls.at(-1)!.headers).toHaveProperty('access-control-allow-origin', own)
  })

  it('may have the trial of models, which is the chat of /v1', async () => {
    const { token } = await apart.signUp()
    const trial = await apart.app.inject({
      method: 'POST',
      url: playgroundPath,
      headers: { origin: own, authorization: `Bearer ${token}` },
      payload: { model: 'none', messages: [{ role: 'user', content: '在吗' }] },
    })
    expect(trial.headers).toMatchObject({ 'access-control-allow-origin': own })
    expect(trial.json()).toMatchObject({ error: { type: 'permission_error', code: 'not_open' } })
  })

  it('may show pictures, which are asked for without an origin', async () => {
    const { headers, statusCode } = await ask(apart, 'GET', '/api/v1/qrcode/service')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin', vary: 'origin' })
    expect(spoken(headers)).toEqual([])
  })
})

describe('§7 Any other page', () => {
  it.each([foreign, `${own}.example.net`, 'http://gpu.example.cn', 'null'])('is told nothing: %s', async (origin) => {
    for (const url of forPages) {
      const { statusCode, headers } = await preflight(apart, url, origin)
      expect([statusCode, spoken(headers)], url).toEqual([404, []])
      expect(String((await ask(apart, 'GET', url, { origin })).headers.vary), url).toMatch(/origin/)
    }
    expect(spoken((await ask(apart, 'GET', site.server_info.path, { origin })).headers)).toEqual([])
  })

  it.each(forPrograms)('nor one of WEB_ORIGINS of what is for programs or is a page: %s', async (url) => {
    const { headers } = await preflight(apart, url, own)
    expect(spoken(headers)).toEqual([])
    expect((await ask(apart, 'GET', url, { origin: own })).headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('is told nothing at all where no WEB_ORIGINS are set', async () => {
    const { token } = await together.signUp()
    const heads = { origin: own, authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
    for (const url of forPages) expect(spoken((await preflight(together, url, own)).headers), url).toEqual([])
    expect((await ask(together, 'HEAD', '/tus/v1/1', heads)).headers).not.toHaveProperty('access-control-allow-origin')
    const { headers } = await ask(together, 'GET', '/api/v1/qrcode/service', { origin: own })
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers).not.toHaveProperty('vary')
  })
})
