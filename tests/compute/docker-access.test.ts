import { request as open } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instance_access } from '#contract/instance-access.ts'
import { secret_keys } from '#contract/secret-keys.ts'
import type { Deps } from '#server/deps.ts'
import { type HttpGateway, openHttpGateway } from '#server/gateway/http/http-gateway.ts'
import { type OpenDoors, watchOpenDoors } from '#server/gateway/open-connections.ts'
import { openSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts'
import type { ComputeDriver, Ref } from '#server/ports/compute.ts'
import type { Person } from '#tests/support/people.ts'
import { type Rental, rentalPlatform } from '#tests/support/rental.ts'
import { sftpOver } from '#tests/support/sftp-client.ts'
import { forwardOver, logIn, runOver, terminalOver } from '#tests/support/ssh-client.ts'
import { type DockerWorld, dockerWorld, withDocker } from './docker-world.ts'
import { running, sh, specFor } from './world.ts'

/** Through our gateways into a real container; who may do so is decided by rows of a platform beside it. */
withDocker(() =>
  describe('docker: access to an instance', () => {
    let rental: Rental
    let world: DockerWorld
    let doors: OpenDoors
    let ssh: SshGateway
    let links: HttpGateway
    let owner: Person
    let id: string
    let privateKey: string

    const enter = () => logIn(ssh.port, id, { privateKey })

    beforeAll(async () => {
      world = await dockerWorld()
      rental = await rentalPlatform()
      const in_world = (ref: Ref) => ({ ...ref, installation_id: world.installation_id })
      const compute: Pick<ComputeDriver, 'exec' | 'dial'> = {
        exec: (ref, options) => world.driver.exec(in_world(ref), options),
        dial: (ref, port, signal) => world.driver.dial(in_world(ref), port, signal),
      }
      const deps: Deps = { ...rental.deps, compute: compute as ComputeDriver }
      doors = watchOpenDoors(deps)
      ssh = await openSshGateway(deps, doors, { port: 0, host: '127.0.0.1', public_host: 'localhost' })
      links = await openHttpGateway(deps, doors, { port: 0, host: '127.0.0.1', domain: 'localhost', https: false })
      rental.deps.gateways = { ssh: ssh.public, http: links.public }

      owner = await rental.addPerson()
      const { data } = await owner.call(secret_keys.create, { body: { mode: 'generate', name: '笔记本' } })
      privateKey = data.private_key!
      id = await rental.rent(owner, { secret_key_id: data.id })
      const spec = await specFor(world, id, { hostname: id })
      await running(world, spec)
      await sh(world, spec, 'mkdir -p /workspace/site; echo 真实的网页 > /workspace/site/index.html')
      await sh(world, spec, world.serve(6006, '/workspace/site'))
    })
    afterAll(async () => {
      doors.closeAll()
      await Promise.all([ssh.close(), links.close()])
      await rental.close()
      await world.end()
    })

    it('runs a command over SSH by key, with its errors apart and its exit code', async () => {
      const client = await enter()
      const ran = await runOver(client, `echo "你好 it's me"; hostname; no-such-program; exit 7`)
      expect(ran).toEqual({ code: 7, output: `你好 it's me\n${id}\n`, errors: expect.stringContaining('no-such-program') })
      client.end()
    })

    it('gives all that was written in a terminal where nobody types, in the size of the window', async () => {
      const client = await enter()
      for (let nth = 0; nth < 30; nth += 1) {
        const ran = await runOver(client, 'stty size; seq 500; exit 4', { pty: { cols: 90, rows: 20 } })
        expect([ran.code, ran.output.split('\r\n').length, ran.output.slice(0, 7)]).toEqual([4, 502, '20 90\r\n'])
      }
      const waiting = runOver(client, 'cat; echo over', { pty: true })
      expect(await runOver(client, 'echo meanwhile', { pty: true })).toMatchObject({ code: 0, output: 'meanwhile\r\n' })
      client.destroy()
      expect(await waiting.catch(() => undefined)).not.toMatchObject({ output: expect.stringContaining('over') })
    })

    it('waits for a client that reads slowly, and ends then', async () => {
      const client = await enter()
      const ran = await runOver(client, 'head -c 4000000 /dev/zero; exit 3', { reads_after_ms: 300 })
      expect([ran.code, ran.output.length]).toEqual([3, 4_000_000])
      client.end()
    })

    it('carries a file in and out unchanged', async () => {
      const client = await enter()
      const sent = '0123456789'.repeat(100_000)
      expect(await runOver(client, 'cat > /workspace/up', { input: sent })).toMatchObject({ code: 0, errors: '' })
      expect((await runOver(client, 'cat /workspace/up')).output === sent).toBe(true)
      client.end()
    })

    it('serves sftp over the shell of an image without sftp-server', async () => {
      const client = await enter()
      const files = await sftpOver(client)
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
      const { channel, sees } = await terminalOver(client, { cols: 123, rows: 40 })
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
      const line = await forwardOver(client, 'localhost', 6006)
      line.write('GET /index.html HTTP/1.0\r\n\r\n')
      expect(await text(line)).toMatch(/200 OK[\s\S]*真实的网页\n$/)
      await expect(forwardOver(client, 'localhost', 6999)).rejects.toThrow()
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
      const { data } = await owner.call(instance_access.port_ticket, { params: { id }, body: { port: 6006 } })
      const ticket = new URL(data.url)
      const { cookie } = await get(ticket)
      expect(await get(new URL('/', ticket), cookie)).toMatchObject({ status: 200, body: '真实的网页\n' })
      expect((await get(new URL('/', ticket))).status).toBe(401)
      expect((await get(ticket)).status).toBe(401)
    })
  }),
)
