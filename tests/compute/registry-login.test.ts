import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { RegistryClient } from '#server/adapters/oci-registry/registry-client.ts'

interface Asked {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

const secret = 'pässword'
const basic = `Basic ${Buffer.from(`zhisuan:${secret}`).toString('base64')}`

describe('registry: how it is logged in to', () => {
  let server: Server | undefined
  const asked: Asked[] = []
  let given = 'given'
  afterEach(() => {
    asked.length = 0
    given = 'given'
    server?.close()
  })

  /** A registry that wants a token of its token service, or what `challenge` says. */
  async function start(challenge?: (url: string) => string): Promise<URL> {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const { method = '', url = '', headers } = request
      asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      const own = `http://${headers.host}`
      if (url.startsWith('/token')) return response.end(JSON.stringify({ token: given }))
      if ([`Bearer ${given}`, basic].includes(headers.authorization ?? '')) return response.end('{"fine":true}')
      response.setHeader('www-authenticate', challenge?.(own) ?? `Bearer realm="${own}/token?kept=1",service="reg"`)
      response.writeHead(401).end('{"errors":[{"code":"UNAUTHORIZED"}]}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  }
  const get = (url: URL, login?: ConstructorParameters<typeof RegistryClient>[1]) =>
    new RegistryClient(url, login).ask('a/b/manifests/1', { scopes: { 'a/b': 'pull', 'c/d': 'pull,push' }, expected: [200] })

  it('asks for a token for what it will do, and shows its name and password only there', async () => {
    const { body } = await get(await start(), { username: 'zhisuan', password: secret })
    expect(body.toString()).toBe('{"fine":true}')
    const [first, token, second] = asked
    expect(first!.headers.authorization).toBeUndefined()
    expect(token).toMatchObject({ method: 'GET', headers: { authorization: basic } })
    const scopes = new URL(token!.url, 'http://x').searchParams
    expect([scopes.get('kept'), scopes.get('service'), scopes.getAll('scope')]).toEqual([
      '1',
      'reg',
      ['repository:a/b:pull', 'repository:c/d:pull,push'],
    ])
    expect(second!.headers.authorization).toBe('Bearer given')
  })

  it('exchanges an identity token, and comes without a login as nobody', async () => {
    const url = await start()
    await get(url, { identitytoken: 'long-lived' })
    expect(Object.fromEntries(new URLSearchParams(asked[1]!.body))).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'long-lived',
      scope: 'repository:a/b:pull repository:c/d:pull,push',
    })
    asked.length = 0
    await get(url)
    expect(asked[1]!.headers.authorization).toBeUndefined()
  })

  it('shows its password to a registry that asks for it', async () => {
    await get(await start(() => 'Basic realm="x"'), { username: 'zhisuan', password: secret })
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([undefined, basic])
  })

  it('comes with what let it in last, and logs in anew when that is no longer enough', async () => {
    const url = await start()
    const client = new RegistryClient(url, { username: 'zhisuan', password: secret })
    const ask = (repository: string) => client.ask(`${repository}/x`, { scopes: { [repository]: 'pull' }, expected: [200] })
    for (const repository of ['a', 'a', 'b']) await ask(repository)
    expect(asked.map((one) => one.url.split('?')[0])).toEqual([
      '/v2/a/x',
      '/token',
      '/v2/a/x',
      '/v2/a/x',
      '/v2/b/x',
      '/token',
      '/v2/b/x',
    ])
    given = 'another'
    asked.length = 0
    await ask('a')
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer given', basic, 'Bearer another'])
  })

  it('is refused in the words of the registry, without the password', async () => {
    const url = await start(() => 'Basic realm="x"')
    const refusal = await get(url, { username: 'other', password: secret }).catch((error: Error) => error)
    expect(refusal).toMatchObject({ code: 'DriverUnavailable', message: expect.stringContaining('401 {"errors"') })
    expect(JSON.stringify(refusal)).not.toContain(secret)
  })

  it('sends nothing to another host than the registry', async () => {
    const client = new RegistryClient(await start())
    const request = { scopes: {}, expected: [200] }
    await expect(client.ask('http://127.0.0.2:9/upload', request)).rejects.toMatchObject({ code: 'DriverUnavailable' })
    expect(asked).toEqual([])
  })
})
