import { once } from 'node:events'
import { connect } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { terminalCloseCodes } from '#contract/instance-access.ts'
import { instances } from '#contract/instances.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { readServerConfig } from '#server/config/config.ts'
import { type OpenGateways, openGateways } from '#server/gateway/gateways.ts'
import type { Person } from '#tests/support/people.ts'
import { plainDeployment } from '#tests/support/plain-deployment.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { openSshConnection, openSshTerminal, runSshCommand } from '#tests/support/ssh-client.ts'
import { waitUntil } from '#tests/support/until.ts'

const secret = Buffer.alloc(32, 'tests').toString('base64')
const size = { cols: 80, rows: 24 }

let rental: RentalPlatform
let gateways: OpenGateways
let owner: Person
let privateKey: string
let id: string

beforeAll(async () => {
  rental = await createRentalPlatform()
  await rental.app.listen({ host: '127.0.0.1', port: 0 })
  const config = { ...rental.deps.config, ssh: { port: 0, public_host: 'localhost' }, gateway: undefined }
  gateways = await openGateways({ ...rental.deps, config }, () => undefined)
  owner = await rental.addPerson({ balance: '100.00' })
  const { data } = await owner.call(secretKeys.create, { body: { mode: 'generate', name: '笔记本' } })
  privateKey = data.private_key!
  id = await rental.rent(owner, { secret_key_id: data.id })
})
afterAll(async () => {
  await gateways.close()
  await rental.close()
})

const logIn = () => openSshConnection(gateways.public.ssh!.port, id, { privateKey })

async function openWebTerminal(): Promise<{ socket: WebSocket; shown: () => string; closed: Promise<number> }> {
  const { data } = await owner.call(instances.terminal_ticket, { params: { id } })
  const socket = await rental.app.injectWS(data.path)
  let shown = ''
  socket.on('message', (bytes: Buffer) => {
    shown += bytes.toString()
  })
  await once(socket, 'message')
  return { socket, shown: () => shown, closed: once(socket, 'close').then(([code]) => code as number) }
}

/** A request whose body is slow in coming: `finish` sends the rest of it. */
async function beginRequest() {
  const address = rental.app.server.address() as { port: number }
  const line = connect(address.port, '127.0.0.1')
  let answer = ''
  line.on('data', (bytes) => {
    answer += bytes.toString()
  })
  const ended = once(line, 'close').then(() => answer)
  line.write('POST /api/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
  return { finish: () => line.write('}'), ended }
}

describe('decision 106 A node that leaves', () => {
  it('tells terminals and no other channel, keeps what is open, takes what still comes, and goes when nothing is left', async () => {
    const ssh = await logIn()
    const terminal = await openSshTerminal(ssh, size)
    const web = await openWebTerminal()
    const request = await beginRequest()
    const command = runSshCommand(ssh, 'cat', { input: 'bytes' })

    let left = false
    const until = new Date(rental.clock.now().getTime() + 600_000)
    const leaving = rental.deps.departure.begin(until).then(() => {
      left = true
    })
    await terminal.sees(/连接会在 10 分钟后断开/)
    await waitUntil(() => expect(web.shown()).toMatch(/连接会在 10 分钟后断开/))
    expect((await command).output).toBe('bytes')
    const health = await rental.app.inject('/healthz')
    expect([health.statusCode, health.json(), health.headers.connection]).toMatchObject([
      503,
      { ok: false, leaving: true },
      'close',
    ])

    const lateClient = await logIn()
    const late = { client: lateClient, ...(await openSshTerminal(lateClient, size)) }
    await late.sees(/连接会在 10 分钟后断开/)
    request.finish()
    expect(await request.ended).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close/i)
    await rental.clock.advance(540_000)
    await terminal.sees(/连接会在 60 秒后断开/)
    ssh.end()
    web.socket.terminate()
    expect(left).toBe(false)
    late.channel.end('exit\n')
    late.client.end()
    await leaving
  })

  it('cuts who stays longer, whose page opens another terminal by itself', async () => {
    const { closed } = await openWebTerminal()
    const ssh = await logIn()
    const cut = once(ssh, 'close')
    await Promise.all([gateways.close(), rental.app.close()])
    // what the page takes for an end it was told of
    const { ended, refused, too_many: tooMany } = terminalCloseCodes
    expect([ended, refused, tooMany]).not.toContain(await closed)
    await cut
  })

  it('waits a minute in a real deployment, and otherwise only if asked to', () => {
    const drainOf = (env: NodeJS.ProcessEnv) => readServerConfig({ DATA_DIR: '/nowhere', ...env }).drain_ms
    expect(drainOf({})).toBe(0)
    expect(drainOf({ DRAIN_SECONDS: '5' })).toBe(5_000)
    expect(
      drainOf({ ...plainDeployment, PUBLIC_ORIGIN: 'https://gpu.example.cn', TRUST_PROXY: 'none', SECRET_KEY: secret }),
    ).toBe(60_000)
  })
})
