import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPublicAddress } from '#server/adapters/public-address.ts'
import { createPublicWebhooks } from '#server/adapters/webhooks.https.ts'
import { selfSignedCertificate } from '#tests/support/self-signed.ts'

let port: number
let heard: { headers: IncomingMessage['headers']; body: string; path: string }[]
let answer: (response: ServerResponse) => void
const server = createServer(selfSignedCertificate, (request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    heard.push({ headers: request.headers, body, path: request.url ?? '' })
    answer(response)
  })
})
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  heard = []
  answer = (response) => response.writeHead(200).end('ok')
})

/** This machine plays the internet. */
const here = { resolve: async () => ['127.0.0.1'], isAllowed: () => true, ca: selfSignedCertificate.cert, timeout_ms: 5_000 }
const post = (webhooks: ReturnType<typeof createPublicWebhooks>, path = '/hook?x=1', host = 'hook.test') =>
  webhooks.post({ url: `https://${host}:${port}${path}`, headers: { 'x-one': '1' }, body: '{"a":"中"}' })

describe('product §6 Calling an address of a stranger', () => {
  it('sends the body as it is, to the name that was asked for', async () => {
    expect(await post(createPublicWebhooks(here))).toEqual({ status: 200 })
    expect(heard).toMatchObject([{ body: '{"a":"中"}', path: '/hook?x=1', headers: { 'x-one': '1', host: `hook.test:${port}` } }])
  })

  it('checks the certificate for that name', async () => {
    expect(await post(createPublicWebhooks(here), '/', 'other.test')).toEqual({ failure: 'unreachable' })
    expect(await post(createPublicWebhooks({ ...here, ca: '' }))).toEqual({ failure: 'unreachable' })
    expect(heard).toEqual([])
  })

  it('follows no redirect', async () => {
    answer = (response) => response.writeHead(302, { location: 'https://169.254.169.254/' }).end()
    expect(await post(createPublicWebhooks(here))).toEqual({ failure: 'redirect' })
    expect(heard).toHaveLength(1)
  })

  it('waits no longer than it has patience, for an answer as for a name', async () => {
    answer = () => {}
    const hasty = { ...here, timeout_ms: 50 }
    expect(await post(createPublicWebhooks(hasty))).toEqual({ failure: 'timeout' })
    expect(await post(createPublicWebhooks({ ...hasty, resolve: () => new Promise(() => {}) }))).toEqual({ failure: 'timeout' })
  })

  it('reads 64 KB of an answer and not more', async () => {
    answer = (response) => response.writeHead(200).end('x'.repeat(64 * 1024))
    expect(await post(createPublicWebhooks(here))).toEqual({ status: 200 })
    answer = (response) => response.writeHead(200).end('x'.repeat(64 * 1024 + 1))
    expect(await post(createPublicWebhooks(here))).toEqual({ failure: 'answer' })
  })

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '①②⑦.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '0.0.0.0',
    '10.0.0.8',
  ])('refuses %s, however it is written, without a connection', async (host) => {
    const webhooks = createPublicWebhooks({ ...here, isAllowed: isPublicAddress })
    expect(await post(webhooks, '/', host)).toEqual({ failure: 'address' })
    expect(heard).toEqual([])
  })

  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::ffff:127.0.0.1']]])(
    'refuses a name that leads to %j, were it only one of several',
    async (addresses) => {
      const webhooks = createPublicWebhooks({ ...here, resolve: async () => addresses, isAllowed: isPublicAddress })
      expect(await post(webhooks)).toEqual({ failure: 'address' })
      expect(heard).toEqual([])
    },
  )

  it('connects to the very address it has looked at, though the name means another a moment later', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    const asked: string[] = []
    const rebinding = {
      ...here,
      resolve: async (name: string) => {
        asked.push(name)
        return answers.shift() ?? ['127.0.0.2']
      },
      isAllowed: (address: string) => address === '127.0.0.1',
    }
    expect(await post(createPublicWebhooks(rebinding), '/', 'rebind.test')).toEqual({ status: 200 })
    expect(asked).toEqual(['rebind.test'])
    expect(await post(createPublicWebhooks(rebinding), '/', 'rebind.test')).toEqual({ failure: 'address' })
    expect(heard).toHaveLength(1)
  })

  it('refuses what is not https, and a name that does not exist', async () => {
    const webhooks = createPublicWebhooks({ ...here, resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await webhooks.post({ url: `http://hook.test:${port}/`, headers: {}, body: '' })).toEqual({ failure: 'address' })
    expect(await post(webhooks)).toEqual({ failure: 'unreachable' })
  })
})
