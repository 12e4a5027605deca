import { createServer, type IncomingMessage, request as open } from 'node:http'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { instanceAccess } from '#contract/instance-access.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { type HttpGateway, openHttpGateway } from '#server/gateway/http/http-gateway.ts'
import { type OpenConnections, watchOpenConnections } from '#server/gateway/open-connections.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

/** What a program inside was sent. */
interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  connections: number
}

let rental: RentalPlatform
let doors: OpenConnections
let gateway: HttpGateway
let program: Server
let owner: Person
let id: string
let other: string
const sockets = new Set<Duplex>()
/** Connections to the program in the order in which they were asked for, and what each waits for before it is there. */
const dialled: Socket[] = []
let slow: Promise<void> | undefined

/** A program that answers with what it was sent, and echoes after an upgrade. */
function startProgram(): Promise<Server> {
  const server = createServer((request, response) => {
    const seen: Seen = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      connections: sockets.size,
    }
    if (request.url === '/stream') {
      response.write('first')
      return
    }
    text(request).then((body) => {
      const cookies = ['own=1; Domain=localhost; Path=/', 'zhisuan_port=stolen']
      response.writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': cookies,
        connection: 'keep-alive, x-hop',
        'x-hop': '1',
      })
      response.end(JSON.stringify({ ...seen, body }))
    })
  })
  server.on('connection', (socket) => sockets.add(socket))
  server.on('upgrade', (request, socket: Duplex) => {
    socket.on('error', () => undefined)
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.write(`${request.headers.cookie ?? 'no cookie'}|`)
    socket.pipe(socket)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

beforeAll(async () => {
  rental = await createRentalPlatform()
  program = await startProgram()
  const { compute } = rental.deps
  const dial: typeof compute.dial = async (ref, port, signal) => {
    if (port !== 6008) return compute.dial(ref, port, signal)
    const line = connect((program.address() as AddressInfo).port, '127.0.0.1')
    dialled.push(line)
    await slow
    return line
  }
  // Only the way to the one port leads elsewhere: to a program that shows what it is sent.
  const deps: Deps = {
    ...rental.deps,
    compute: new Proxy(compute, { get: (driver, name) => (name === 'dial' ? dial : bound(driver, name)) }),
  }
  doors = watchOpenConnections(deps)
  gateway = await openHttpGateway(deps, doors, { port: 0, host: '127.0.0.1', domain: 'localhost', https: false })
  rental.deps.gateways = { http: gateway.public }
  owner = await rental.addPerson()
  id = await rental.rent(owner)
  other = await rental.rent(owner)
})
afterAll(async () => {
  doors.closeAll()
  await gateway.close()
  program.close()
  await rental.close()
})

const bound = (driver: object, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(driver, name, driver)
  return typeof value === 'function' ? value.bind(driver) : value
}

interface Got {
  status: number
  headers: IncomingMessage['headers']
  body: string
}
const hostOf = (port: number, instance = id) => `${instance}-${port}.localhost:${gateway.port}`

async function get(host: string, path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Got> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = open(
      { host: '127.0.0.1', port: gateway.port, method, path, headers: { host, ...headers }, agent: false },
      resolve,
    )
    asked.once('error', reject)
    asked.end(body)
  })
  return { status: answer.statusCode!, headers: answer.headers, body: await text(answer) }
}

const ticketFor = async (person: Person, port: 6006 | 6008 | 8888, instance = id) =>
  new URL((await person.call(instanceAccess.port_ticket, { params: { id: instance }, body: { port } })).data.url)
/** Opens a link as a browser does; answers the cookie it is left with. */
async function enter(port: 6006 | 6008 | 8888 = 6008, person = owner, instance = id): Promise<string> {
  const url = await ticketFor(person, port, instance)
  const { status, headers } = await get(url.host, url.pathname + url.search)
  if (status !== 303) throw new Error(`not let in: ${status}`)
  return headers['set-cookie']![0]!.split(';')[0]!
}

describe('decision 020 Opening a port link', () => {
  it('exchanges a ticket for a cookie on the origin of that port alone, and leads to the clean address', async () => {
    const url = await ticketFor(owner, 6008)
    expect(url.host).toBe(hostOf(6008))
    const { status, headers } = await get(url.host, url.pathname + url.search)
    expect([status, headers.location, headers['cache-control']]).toEqual([303, '/', 'no-store'])
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^zhisuan_port=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/),
    ])
  })

  it('works once, within 30 seconds, and for that port of that instance only', async () => {
    const url = await ticketFor(owner, 6008)
    const openIt = (host = url.host) => get(host, url.pathname + url.search)
    expect((await openIt()).status).toBe(303)
    expect(await openIt()).toMatchObject({ status: 401, body: expect.stringContaining('链接已失效') })
    const late = await ticketFor(owner, 6008)
    await rental.clock.advance(30_000)
    expect((await get(late.host, late.pathname + late.search)).status).toBe(401)
    for (const host of [hostOf(6006), hostOf(6008, other)]) {
      const elsewhere = await ticketFor(owner, 6008)
      expect((await get(host, elsewhere.pathname + elsewhere.search)).status).toBe(401)
    }
  })

  it('is refused for another’s instance, a port without a link and one that does not run', async () => {
    const stranger = await rental.addPerson()
    const reply = await stranger.call(instanceAccess.port_ticket, { params: { id }, body: { port: 6006 } })
    expect(reply.code).toBe(resultCodes.not_found.code)
    const strange = { params: { id }, body: { port: 22 as never } }
    expect((await owner.call(instanceAccess.port_ticket, strange)).errors).toHaveProperty('port')
  })

  it('lets nobody in without the cookie, or with that of another port or instance', async () => {
    const wrong = [undefined, await enter(6006), await enter(6008, owner, other), 'zhisuan_port=a.b.c', 'other=1']
    for (const cookie of wrong) {
      const { status, body } = await get(hostOf(6008), '/', { ...(cookie && { cookie }), accept: 'text/html' })
      expect([status, body.includes('请从控制台打开')], cookie).toEqual([401, true])
    }
  })

  it('finds its own cookie beside one that another page has put there', async () => {
    const cookie = `zhisuan_port=tossed; ${await enter()}; zhisuan_port=again`
    expect((await get(hostOf(6008), '/', { cookie })).status).toBe(200)
  })

  it.each(['localhost', '127.0.0.1', 'console.example.cn', 'x-6008.localhost', 'gpu-aaaaaaaaaaaaaaaa.localhost', ''])(
    'knows no such name: %s',
    async (host) => expect((await get(host, '/')).status).toBe(404),
  )
})

describe('decision 020 What passes a port link', () => {
  it('is the request as it was, but for our cookie, the headers of one connection and a false way', async () => {
    const cookie = `a=1; ${await enter()}; b=2`
    const headers = { cookie, te: 'trailers', connection: 'x-mine', 'x-mine': '1', 'x-forwarded-for': '8.8.8.8', 'x-kept': 'yes' }
    const { status, body, headers: answered } = await get(hostOf(6008), '/a/b?c=%20d', headers, 'POST', '正文')
    const seen = JSON.parse(body) as Seen & { body: string }
    expect([status, seen.method, seen.url, seen.body]).toEqual([200, 'POST', '/a/b?c=%20d', '正文'])
    expect(seen.headers).toMatchObject({
      host: hostOf(6008),
      cookie: 'a=1; b=2',
      'x-kept': 'yes',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': hostOf(6008),
      'x-forwarded-proto': 'http',
    })
    for (const dropped of ['te', 'x-mine']) expect(seen.headers).not.toHaveProperty(dropped)
    expect(answered).not.toHaveProperty('x-hop')
    expect(answered['set-cookie']).toEqual(['own=1; Path=/'])
  })

  it('are many requests over one connection into the instance', async () => {
    const cookie = await enter()
    const first = JSON.parse((await get(hostOf(6008), '/', { cookie })).body) as Seen
    for (let nth = 0; nth < 5; nth += 1) await get(hostOf(6008), `/${nth}`, { cookie })
    const last = JSON.parse((await get(hostOf(6008), '/', { cookie })).body) as Seen
    expect(last.connections).toBe(first.connections)
  })

  it('streams: what is written first arrives before the rest', async () => {
    const cookie = await enter()
    const asked = open({ host: '127.0.0.1', port: gateway.port, path: '/stream', headers: { host: hostOf(6008), cookie } }).end()
    const answer = await new Promise<IncomingMessage>((resolve) => asked.once('response', resolve))
    const [chunk] = await new Promise<Buffer[]>((resolve) => answer.once('data', (first: Buffer) => resolve([first])))
    expect(chunk!.toString()).toBe('first')
    asked.destroy()
  })

  it.each(['Upgrade', 'close'])(
    'what is being connected for somebody who leaves is given up: Connection: %s',
    async (connection) => {
      let letGo = () => {}
      slow = new Promise((resolve) => {
        letGo = resolve
      })
      const cookie = await enter()
      const before = dialled.length
      const browser = connect(gateway.port, '127.0.0.1')
      const upgrade = connection === 'Upgrade' ? 'Upgrade: websocket\r\n' : ''
      browser.write(`GET / HTTP/1.1\r\nHost: ${hostOf(6008)}\r\nCookie: ${cookie}\r\nConnection: ${connection}\r\n${upgrade}\r\n`)
      await expect.poll(() => dialled.length).toBe(before + 1)
      browser.resetAndDestroy()
      await expect.poll(() => doors.size).toBe(0)
      slow = undefined
      letGo()
      await expect.poll(() => dialled.at(-1)!.destroyed).toBe(true)
    },
  )

  it('a WebSocket is carried both ways, without our cookie', async () => {
    const headers = { host: hostOf(6008), cookie: await enter(), connection: 'Upgrade', upgrade: 'websocket' }
    const asked = open({ host: '127.0.0.1', port: gateway.port, path: '/ws', headers }).end()
    let heard = ''
    const socket = await new Promise<Duplex>((resolve) =>
      asked.once('upgrade', (_, upgraded: Duplex, head: Buffer) => {
        heard = head.toString()
        resolve(upgraded)
      }),
    )
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    socket.write('ping')
    await expect.poll(() => heard).toBe('no cookie|ping')
    socket.destroy()
  })

  it('a page of the simulator is really read from the instance', async () => {
    const cookie = await enter(8888)
    const page = await get(hostOf(8888), '/', { cookie })
    expect([page.status, page.body.includes('JupyterLab')]).toEqual([200, true])
  })

  it('a port where nothing listens says how to change that', async () => {
    const cookie = await enter(6006)
    const { status, body } = await get(hostOf(6006), '/', { cookie, accept: 'text/html' })
    expect([status, body.includes('6006 端口没有程序在监听')]).toEqual([502, true])
  })
})

describe('decision 020 One instance’s pages cannot use another’s', () => {
  const page = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
  it.each([
    ['a script of another site', 'GET', page, 403],
    ['an image of another site', 'GET', { ...page, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
    ['a frame of another site', 'GET', { ...page, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 403],
    ['a form of another site', 'POST', { ...page, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 403],
    ['an old browser’s form of another site', 'POST', { origin: 'http://evil.localhost:1' }, 403],
    ['a link on another site', 'GET', { ...page, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, 200],
    ['its own script', 'POST', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a typed address', 'GET', { 'sec-fetch-site': 'none' }, 200],
  ])('%s', async (_, method, headers, status) => {
    const cookie = await enter()
    expect((await get(hostOf(6008), '/', { cookie, ...headers }, method)).status).toBe(status)
  })

  it('a WebSocket of another site', async () => {
    const headers = {
      host: hostOf(6008),
      cookie: await enter(),
      connection: 'Upgrade',
      upgrade: 'websocket',
      origin: 'http://a.localhost',
    }
    const asked = open({ host: '127.0.0.1', port: gateway.port, headers }).end()
    const answer = await new Promise<IncomingMessage>((resolve) => asked.once('response', resolve))
    expect(answer.statusCode).toBe(403)
  })
})

describe('decision 020 The end of a port link', () => {
  it('comes with the console session it was opened from', async () => {
    const person = await rental.addPerson()
    const own = await rental.rent(person)
    const cookie = await enter(6008, person, own)
    expect((await get(hostOf(6008, own), '/', { cookie })).status).toBe(200)
    await person.call(auth.logout)
    expect((await get(hostOf(6008, own), '/', { cookie })).status).toBe(401)
  })

  it('comes after 12 hours', async () => {
    const cookie = await enter()
    rental.clock.jump(12 * 3_600_000)
    expect((await get(hostOf(6008), '/', { cookie })).status).toBe(401)
  })

  it('comes with the end of the run, and ends open connections', async () => {
    const cookie = await enter()
    const headers = { host: hostOf(6008), cookie, connection: 'Upgrade', upgrade: 'websocket' }
    const asked = open({ host: '127.0.0.1', port: gateway.port, headers }).end()
    const socket = await new Promise<Duplex>((resolve) => asked.once('upgrade', (_, upgraded: Duplex) => resolve(upgraded)))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    await rental.act(owner, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    await rental.clock.advance(5_000)
    await closed
    const { status, body } = await get(hostOf(6008), '/', { cookie, accept: 'text/html' })
    expect([status, body.includes('实例不在运行')]).toEqual([503, true])
    const reply = await owner.call(instanceAccess.port_ticket, { params: { id }, body: { port: 6008 } })
    expect(reply.code).toBe(resultCodes.not_running.code)
  })
})
