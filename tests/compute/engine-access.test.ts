import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import ssh2 from 'ssh2'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '#server/adapters/clock.system.ts'
import type { OurContainer } from '#server/adapters/compute.docker/containers.ts'
import { writeDataDiskFiles } from '#server/adapters/compute.docker/data-disk-files.ts'
import { DockerEngine } from '#server/adapters/compute.docker/engine.ts'
import { openExec } from '#server/adapters/compute.docker/exec-session.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import type { SshAccess } from '#server/ports/engines.ts'
import { makeSshKey } from '#tests/support/ssh-key.ts'
import { type FakeEngine, type FakeEngineRoutes, fakeEngineInfo, startFakeEngine } from './fake-engine.ts'
import { getDriverErrorCode } from './world.ts'

const parseKey = (key: string) => ssh2.utils.parseKey(key) as ssh2.ParsedKey

interface FakeHost {
  access: SshAccess
  /** How many have signed in. */
  sign_ins: number
  /** Cuts all connections, as a host does that goes down. */
  cut(): void
  close(): Promise<void>
}

/** A host with an SSH server that lets one key in, and to Unix sockets. */
async function startFakeHost(): Promise<FakeHost> {
  const [hostKey, userKey] = [makeSshKey(), makeSshKey()]
  const clients = new Set<ssh2.Connection>()
  const host: FakeHost = { sign_ins: 0 } as FakeHost
  const server = new ssh2.Server({ hostKeys: [hostKey.private_key] }, (client) => {
    client.on('authentication', (asked) => {
      const known = asked.method === 'publickey' && asked.key.data.equals(parseKey(userKey.private_key).getPublicSSH())
      if (known && asked.username === 'operator') asked.accept()
      else asked.reject(['publickey'])
    })
    client.on('ready', () => {
      host.sign_ins += 1
      client.on('openssh.streamlocal', (accept, reject, { socketPath }) => {
        const socket = connect(socketPath)
        socket.once('error', () => reject())
        socket.once('connect', () => {
          const channel = accept()
          channel.pipe(socket).pipe(channel)
        })
      })
    })
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => {
    for (const client of clients) client.end()
  }
  return Object.assign(host, {
    access: {
      host: '127.0.0.1',
      port,
      username: 'operator',
      host_key: hostKey.fingerprint,
      private_key: userKey.private_key,
    },
    cut,
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  })
}

describe('docker: an engine that is reached over SSH', () => {
  let fake: FakeEngine
  let host: FakeHost
  let engine: DockerEngine | undefined
  afterEach(async () => {
    engine?.close()
    await host.close()
    await fake.close()
  })
  async function open(change: Partial<SshAccess> = {}, socketPath?: string, more: FakeEngineRoutes = []): Promise<DockerEngine> {
    fake = await startFakeEngine([[/^GET \/info$/, { status: 200, body: fakeEngineInfo }], ...more])
    host = await startFakeHost()
    engine = new DockerEngine({ by: 'ssh', socket_path: socketPath ?? fake.socket_path, ...host.access, ...change }, 5_000)
    return engine
  }
  const ask = () => engine!.call((docker) => docker.info() as Promise<{ Name: string }>)
  const refusal = async () => (await ask().catch((error: unknown) => error)) as DriverUnavailable

  it('answers many at once over one sign-in', async () => {
    await open()
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.map(({ Name }) => Name)).toEqual(Array.from({ length: 20 }, () => 'fake'))
    expect(host.sign_ins).toBe(1)
  })

  it('ends a write to a disk when what is read breaks off, although the engine answered half', async () => {
    await open({}, undefined, [
      [/^GET \/_ping$/, { status: 200, body: 'OK' }],
      [/^DELETE/, { status: 404, body: { message: 'No such container' } }],
      [/containers\/create/, { status: 201, body: { Id: 'carrier' } }],
      [/^PUT \/containers\/carrier\/archive/, (_, response) => void response.writeHead(500, { 'content-length': 99 }).write('{')],
    ])
    const files = new Readable({ read: () => undefined })
    files.push(Buffer.alloc(10_000))
    const to = { installation_id: 'zhisuan', id: 'a', generation: 1 }
    const written = writeDataDiskFiles(engine!, 'x:1', to, files, { bytes: 100_000, onProgress: () => undefined })
    const outcome = getDriverErrorCode(written)
    await expect.poll(() => fake.asked).toContain('PUT /containers/carrier/archive')
    files.destroy(new Error('its host died'))
    expect(await outcome).toBe('DriverUnavailable')
  })

  it('is reached again after its host was away', async () => {
    await open()
    await ask()
    host.cut()
    await expect
      .poll(() =>
        ask().then(
          ({ Name }) => Name,
          () => undefined,
        ),
      )
      .toBe('fake')
    expect(host.sign_ins).toBe(2)
  })

  it('is not spoken to where the host shows another key, which is named', async () => {
    await open({ host_key: `SHA256:${'A'.repeat(43)}` })
    const error = await refusal()
    expect(error).toBeInstanceOf(DriverUnavailable)
    expect(error.message).toContain(host.access.host_key)
    expect([host.sign_ins, fake.asked]).toEqual([0, []])
  })

  it('says that the host does not let us in', async () => {
    await open({ private_key: makeSshKey().private_key })
    expect((await refusal()).message).toMatch(/authentication/i)
  })

  it('is told to hang up what runs in a terminal that its user closed, and not what ended by itself', async () => {
    const begun: string[] = []
    await open({}, undefined, [
      [
        /^POST \/containers\/c\/exec$/,
        (_, response) => {
          begun.push(`x${begun.length + 1}`)
          response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ Id: begun.at(-1) }))
        },
      ],
      [
        /^POST \/exec\/x[12]\/start$/,
        ({ socket, url }) => {
          socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n# ')
          if (url?.includes('x1')) socket.end()
        },
      ],
      [/^POST \/exec\/x3\/start$/, { status: 200, body: {} }],
      [/^GET \/exec\/x[12]\/json$/, { status: 200, body: { Running: false, ExitCode: 129 } }],
    ])
    const container = { info: { Id: 'c', Config: { Env: [] } } } as unknown as OurContainer
    const enter = () => openExec(engine!, systemClock, container, { cmd: ['sh'], tty: true })
    const ended = await enter()
    expect(await text(ended.stream)).toBe('# ')
    expect([await ended.exit, begun]).toEqual([129, ['x1']])
    const closed = await enter()
    await once(closed.stream, 'data')
    closed.stream.destroy()
    expect([await closed.exit, begun]).toEqual([129, ['x1', 'x2', 'x3']])
    expect(fake.asked).toContain('POST /exec/x3/start')
  })

  it('says that there is no engine at the socket', async () => {
    await open({}, '/run/nobody.sock')
    expect((await refusal()).message).toContain('/run/nobody.sock')
  })
})
