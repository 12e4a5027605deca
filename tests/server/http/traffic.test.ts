import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { bodyMaxBytes, longBodyMaxBytes } from '#contract/endpoint.ts'
import { llmBasePath } from '#contract/llm-wire.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import { openapiPath } from '#contract/openapi.ts'
import { products } from '#contract/products.ts'
import { users } from '#contract/users.ts'
import { wallet } from '#contract/wallet.ts'
import { readServerConfig } from '#server/config/config.ts'
import { TokenBuckets, trafficLimits } from '#server/http/traffic.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { addPeople, type Person } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'
import { waitUntil } from '#tests/support/until.ts'

const userRps = 2
const networkRps = 1
const clock = new HeldClock()
let platform: TestPlatform
let people: Person[]
let port: number

beforeAll(async () => {
  const config = readServerConfig({ NODE_ENV: 'test', USER_RPS: String(userRps), NETWORK_RPS: String(networkRps) })
  platform = await createTestPlatform({ config, clock })
  people = await addPeople(platform, 5)
  await platform.app.listen({ port: 0, host: '127.0.0.1' })
  port = (platform.app.server.address() as net.AddressInfo).port
})
afterAll(() => platform.close())

const statuses = async (times: number, ask: () => Promise<{ status: number }>) => {
  const found: number[] = []
  for (let i = 0; i < times; i++) found.push((await ask()).status)
  return found
}
const all = (times: number, status: number) => Array.from({ length: times }, () => status)
const burst = (rps: number) => rps * trafficLimits.burst_seconds

describe('security F14: how much one caller may ask', () => {
  it('is a burst, then a rate, for each person by himself, with a time to come back', async () => {
    const [one, two] = people as [Person, Person]
    expect(await statuses(burst(userRps), () => one.call(wallet.get))).toEqual(all(burst(userRps), 200))
    const refused = await one.call(wallet.get)
    expect([refused.status, refused.code, refused.message, refused.retry_after]).toEqual([
      429,
      resultCodes.too_many_requests.code,
      '请求过于频繁，请稍后再试',
      1,
    ])
    const reply = await platform.app.inject({
      url: wallet.get.path,
      headers: { authorization: `Bearer ${await one.token()}` },
    })
    expect(reply.headers['retry-after']).toBe('1')
    expect((await two.call(wallet.get)).status).toBe(200)
    clock.jump(1000)
    expect(await statuses(userRps + 1, () => one.call(wallet.get))).toEqual([...all(userRps, 200), 429])
  })

  it('is counted by network where nobody is signed in, and apart from those who are', async () => {
    const ip = '203.0.113.7'
    const ask = (from = ip) => platform.call(products.list, {}, { ip: from })
    expect(await statuses(burst(networkRps) + 1, ask)).toEqual([...all(burst(networkRps), 200), 429])
    expect((await ask('203.0.113.8')).status).toBe(200)
    expect((await people[2]!.call(wallet.get, {}, { ip })).status).toBe(200)
    clock.jump(1000)
    expect((await ask()).status).toBe(200)
  })

  it('is counted by what a named proxy has seen, never by what a caller says of himself', async () => {
    const config = readServerConfig({ NODE_ENV: 'test', NETWORK_RPS: String(networkRps), TRUST_PROXY: '10.0.0.1' })
    const behind = await createTestPlatform({ config, clock })
    let asked = 0
    const ask = async (remoteAddress: string, seen: string) => {
      const said = `198.51.100.${asked++}`
      const headers = { 'x-forwarded-for': [said, seen].filter(Boolean).join(', '), 'x-real-ip': said, forwarded: `for=${said}` }
      return { status: (await behind.app.inject({ url: products.list.path, remoteAddress, headers })).statusCode }
    }
    const refusedAfterBurst = [...all(burst(networkRps), 200), 429]
    expect(await statuses(burst(networkRps) + 1, () => ask('203.0.113.9', ''))).toEqual(refusedAfterBurst)
    expect(await statuses(burst(networkRps) + 1, () => ask('10.0.0.1', '203.0.113.10'))).toEqual(refusedAfterBurst)
    expect((await ask('10.0.0.1', '203.0.113.11')).status).toBe(200)
    await behind.close()
  })

  it('lets a campus behind one address that is signed in ask four times as much', async () => {
    const ip = '203.0.113.9'
    const most = burst(networkRps * trafficLimits.signed_in_factor)
    const bogus = { ip, headers: { authorization: 'Bearer none' } }
    expect(await statuses(most + 1, () => platform.call(wallet.get, {}, bogus))).toEqual([...all(most, 401), 429])
  })

  it('does not count what comes from this machine, nor pages', async () => {
    expect(await statuses(burst(networkRps) + 5, () => platform.call(products.list))).toEqual(all(burst(networkRps) + 5, 200))
    const page = () =>
      platform.app.inject({ url: '/about', remoteAddress: '203.0.113.7' }).then((r) => ({ status: r.statusCode }))
    expect(await statuses(burst(networkRps) + 5, page)).not.toContain(429)
  })

  it('is said in the words of /v1 there', async () => {
    const ask = () => platform.app.inject({ url: `${llmBasePath}/models`, remoteAddress: '203.0.113.10' })
    for (let i = 0; i < burst(networkRps); i++) expect((await ask()).statusCode).toBe(401)
    const reply = await ask()
    expect([reply.statusCode, reply.json().error.code, reply.headers['retry-after']]).toEqual([429, 'rate_limit_exceeded', '1'])
  })

  it('forgets who has been away, whatever the clock does', () => {
    const buckets = new TokenBuckets(1)
    for (let i = 0; i < 100; i++) buckets.take(`network-${i}`, 1_000_000)
    buckets.take('one', 900_000)
    expect(buckets.size).toBeGreaterThan(0)
    buckets.take('one', 2_000_000)
    expect(buckets.size).toBe(1)
  })
})

describe('security F14: the length of a body', () => {
  const send = (body: object) => platform.app.inject({ method: 'POST', url: auth.login.path, payload: body })

  it('is 64 KiB, and more is refused in Chinese before it is read', async () => {
    const fits = await send({ phone: 'x'.repeat(bodyMaxBytes - 100), password: 'x' })
    expect(fits.statusCode).toBe(400)
    const long = await send({ phone: 'x'.repeat(bodyMaxBytes), password: 'x' })
    expect([long.statusCode, long.json().code, long.json().message]).toEqual([413, resultCodes.too_large.code, '请求内容过大'])
  })

  it('is what the contract says where it says more', async () => {
    const create = (readme: string) => people[3]!.call(myDatasets.create, { body: { readme } as never })
    expect((await create('数'.repeat(50_000))).status).toBe(400)
    expect((await create('x'.repeat(longBodyMaxBytes))).status).toBe(413)
  })

  it('does not bound files, which have a limit of their own', async () => {
    const reply = await people[3]!.call(users.upload_avatar, {}, { file: { bytes: Buffer.alloc(1_500_000) } })
    expect(reply.code).toBe(resultCodes.picture_refused.code)
  })
})

describe('security F14: a request that does not come to its end', () => {
  async function sendPart(text: string) {
    const socket = net.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    let heard = ''
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    const closed = once(socket, 'close')
    const before = clock.sleeping
    socket.write(text)
    return { heard: () => heard, closed, socket, before }
  }
  const head = (path: string, more = '') =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n${more}\r\n`

  it('is answered with 408 and ended after a minute', async () => {
    const { heard, closed, before } = await sendPart(`${head(auth.login.path)}{"phone":`)
    await waitUntil(() => expect(clock.sleeping).toBe(before + 1))
    await clock.advance(trafficLimits.body_ms - 1)
    expect(heard()).toBe('')
    await clock.advance(1)
    await closed
    expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
    expect(heard()).toContain(resultCodes.too_slow.message)
    expect(platform.logs.join('')).not.toContain('unexpected failure')
  })

  it('is left alone once it has come, however late', async () => {
    const { heard, socket, before } = await sendPart(head(auth.login.path))
    await waitUntil(() => expect(clock.sleeping).toBe(before + 1))
    await clock.advance(trafficLimits.body_ms - 1)
    socket.write('{"phone":"13800000000","password":"x"}'.padEnd(100))
    await waitUntil(() => expect(heard()).toMatch(/^HTTP\/1\.1 4/))
    expect(heard()).not.toContain('HTTP/1.1 408')
    expect(clock.sleeping).toBe(before)
    socket.destroy()
  })

  it('has little time for its headers, and a connection that says nothing has no more', () => {
    expect([platform.app.server.headersTimeout, platform.app.server.keepAliveTimeout]).toEqual([
      trafficLimits.headers_ms,
      trafficLimits.keep_alive_ms,
    ])
  })
})

describe('The description of the API', () => {
  it('is written once and not sent again to whoever has it', async () => {
    const first = await platform.app.inject({ url: openapiPath })
    expect(first.json()).toMatchObject({ openapi: '3.1.0' })
    const etag = String(first.headers.etag)
    const again = await platform.app.inject({ url: openapiPath, headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  })
})
