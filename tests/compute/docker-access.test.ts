import { request as open } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceAccess } from '#contract/instance-access.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import type { Deps } from '#server/deps.ts'
import { type HttpGateway, openHttpGateway } from '#server/gateway/http/http-gateway.ts'
import { type OpenConnections, watchOpenConnections } from '#server/gateway/open-connections.ts'
import { openSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts'
import type { ComputeDriver, PlacedInstanceRef } from '#server/ports/compute.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { openSftpClient } from '#tests/support/sftp-client.ts'
import { openSshConnection, openSshForward, openSshTerminal, runSshCommand } from '#tests/support/ssh-client.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { buildTestInstanceSpec, execShellScript, startAndWait } from './world.ts'

/** Through our gateways into a real container; who may do so is decided by rows of a platform beside it. */
defineDockerCases(() =>
  describe('docker: access to an instance', () => {
    let rental: RentalPlatform
    let world: DockerWorld
    let doors: OpenConnections
    let ssh: SshGateway
    let links: HttpGateway
    let owner: Person
    let id: string
    let privateKey: string

    const enter = () => openSshConnection(ssh.port, id, { privateKey })

    beforeAll(async () => {
      world = await createDockerWorld()
      rental = await createRentalPlatform()
      const inWorld = (ref: PlacedInstanceRef) => ({ ...ref, installation_id: world.installation_id })
      const compute: Pick<ComputeDriver, 'exec' | 'dial'> = {
        exec: (ref, options) => world.driver.exec(inWorld(ref), options),
        dial: (ref, port, signal) => world.driver.dial(inWorld(ref), port, signal),
      }
      const deps: Deps = { ...rental.deps, compute: compute as ComputeDriver }
      doors = watchOpenConnections(deps)
      ssh = await openSshGateway(deps, doors, { port: 0, host: '127.0.0.1', public_host: 'localhost' })
      links = await openHttpGateway(deps, doors, { port: 0, host: '127.0.0.1', domain: 'localhost', https: false })
      rental.deps.gateways = { ssh: ssh.public, http: links.public }

      owner = await rental.addPerson()
      const { data } = await owner.call(secretKeys.create, { body: { mode: 'generate', name: '笔记本' } })
      privateKey = data.private_key!
      id = await rental.rent(owner, { secret_key_id: data.id })
      const spec = await buildTestInstanceSpec(world, id, { hostname: id })
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'mkdir -p /workspace/site; echo 真实的网页 > /workspace/site/index.html')
      await execShellScript(world, spec, world.serve(6006, '/workspace/site'))
    })
    afterAll(async () => {
      doors.closeAll()
      await Promise.all([ssh.close(), links.close()])
      await rental.close()
      await world.end()
    })

    it('runs a command over SSH by key, with its errors apart and its exit code', async () => {
      const client = await enter()
      const ran = await runSshCommand(client, `echo "你好 it's me"; hostname; no-such-program; exit 7`)
      expect(ran).toEqual({ code: 7, output: `你好 it's me\n${id}\n`, errors: expect.stringContaining('no-such-program') })
      client.end()
    })

    it('gives all that was written in a terminal where nobody types, in the size of the window', async () => {
      const client = await enter()
      for (let nth = 0; nth < 30; nth += 1) {
        const ran = await runSshCommand(client, 'stty size; seq 500; exit 4', { pty: { cols: 90, rows: 20 } })
        expect([ran.code, ran.output.split('\r\n').length, ran.output.slice(0, 7)]).toEqual([4, 502, '20 90\r\n'])
      }
      const waiting = runSshCommand(client, 'cat; echo over', { pty: true })
      expect(await runSshCommand(client, 'echo meanwhile', { pty: true })).toMatchObject({ code: 0, output: 'meanwhile\r\n' })
      client.destroy()
      expect(await waiting.catch(() => undefined)).not.toMatchObject({ output: expect.stringContaining('over') })
    })

    it('waits for a client that reads slowly, and ends then', async () => {
      const client = await enter()
      const ran = await runSshCommand(client, 'head -c 4000000 /dev/zero; exit 3', { reads_after_ms: 300 })
      expect([ran.code, ran.output.length]).toEqual([3, 4_000_000])
      client.end()
    })

    it('carries a file in and out unchanged', async () => {
      const client = await enter()
      const sent = '0123456789'.repeat(100_000)
      expect(await runSshCommand(client, 'cat > /workspace/up', { input: sent })).toMatchObject({ code: 0, errors: '' })
      expect((await runSshCommand(client, 'cat /workspace/up')).output === sent).toBe(true)
      client.end()
    })

    it('serves sftp over the shell of an image without sftp-server', async () => {
      const client = await enter()
      const files = await openSftpClient(client)
      const sent = Buffer.from('0123456789'.repeat(50_000))
      await files.mkdir('/workspace/数据')
      await files.writeFile("/workspace/数据/a b'c", sent)
      expect(await files.readdir('/workspace/数据')).toEqual(["a b'c"])
      expect((await files.readFile("/workspace/数据/a b'c")).equals(sent)).toBe(true)
      expect((await files.readPart("/workspace/数据/a b'c", 11, 3)).toString()).toBe('123')
      await files.writeOver("/workspace/数据/a b'c", Buffer.from('short'))
      expect(await files.stat("/workspace/数据/a b'c")).toEqual({ size: 5, directory: false })
      client.end()
    })

    it('opens a terminal as large as the window, and follows it', async () => {
      const client = await enter()
      const { channel, sees } = await openSshTerminal(client, { cols: 123, rows: 40 })
      await sees(/# /)
      channel.write('stty size\r')
      await sees(/40 123/)
      channel.setWindow(30, 100, 0, 0)
      await expect
        .poll(async () => {
          channel.write('stty size\r')
          return sees(/30 100/).then(() => true)
        })
        .toBe(true)
      client.end()
    })

    it('forwards a port to a web server inside', async () => {
      const client = await enter()
      const line = await openSshForward(client, 'localhost', 6006)
      line.write('GET /index.html HTTP/1.0\r\n\r\n')
      expect(await text(line)).toMatch(/200 OK[\s\S]*真实的网页\n$/)
      await expect(openSshForward(client, 'localhost', 6999)).rejects.toThrow()
      client.end()
    })

    it('shows the same server at its port link, once the ticket is exchanged', async () => {
      const get = (url: URL, cookie = '') =>
        new Promise<{ status: number; cookie: string; body: string }>((resolve, reject) => {
          const headers = { host: url.host, cookie }
          const asked = open(
            { host: '127.0.0.1', port: links.port, path: url.pathname + url.search, headers, agent: false },
            (answer) => {
              const [set = ''] = answer.headers['set-cookie'] ?? []
              text(answer).then((body) => resolve({ status: answer.statusCode!, cookie: set.split(';')[0]!, body }), reject)
            },
          )
          asked.once('error', reject).end()
        })
      const { data } = await owner.call(instanceAccess.port_ticket, { params: { id }, body: { port: 6006 } })
      const ticket = new URL(data.url)
      const { cookie } = await get(ticket)
      expect(await get(new URL('/', ticket), cookie)).toMatchObject({ status: 200, body: '真实的网页\n' })
      expect((await get(new URL('/', ticket))).status).toBe(401)
      expect((await get(ticket)).status).toBe(401)
    })
  }),
)
