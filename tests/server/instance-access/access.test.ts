import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codes } from '#contract/codes.ts'
import { instance_access } from '#contract/instance-access.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { secret_keys } from '#contract/secret-keys.ts'
import { readConfig } from '#server/config.ts'
import { openGateways } from '#server/gateway/gateways.ts'
import { forgetOldRows } from '#server/jobs/housekeeping.ts'
import type { Person } from '#tests/support/people.ts'
import { type Rental, rentalPlatform } from '#tests/support/rental.ts'
import { logIn, runOver } from '#tests/support/ssh-client.ts'

let rental: Rental
let owner: Person
let id: string
let key_id: string

const access = async (instance = id) => (await owner.call(instance_access.get, { params: { id: instance } })).data
const ssh = { host: 'gpu.example.cn', port: 2222, fingerprint: 'SHA256:abc' }
const http = { domain: 'localhost', port: 8081, https: false }

beforeAll(async () => {
  rental = await rentalPlatform()
  owner = await rental.addPerson()
  const { data } = await owner.call(secret_keys.create, { body: { mode: 'generate', name: '笔记本' } })
  key_id = data.id
  id = await rental.rent(owner, { secret_key_id: key_id })
})
afterAll(() => rental.close())

describe('product §4 Access', () => {
  it('has no parts where the gateways are off', async () => {
    rental.deps.gateways = {}
    expect(await access()).toEqual({ ssh: null, ports: null })
    const reply = await owner.call(instance_access.port_ticket, { params: { id }, body: { port: 6006 } })
    expect(reply.code).toBe(codes.links_off.code)
  })

  it('gives the command to copy, who may log in, and which ports answer', async () => {
    rental.deps.gateways = { ssh, http }
    const answer = await access()
    expect(answer.ssh).toEqual({
      ...ssh,
      user: id,
      command: `ssh -p 2222 ${id}@gpu.example.cn`,
      password_set: false,
      keys: [{ name: '笔记本', fingerprint: expect.stringMatching(/^SHA256:/), of: 'account' }],
    })
    expect(answer.ports).toEqual([
      { port: 6006, label: 'TensorBoard', kind: 'http', open: false },
      { port: 6008, label: '自定义服务', kind: 'http', open: false },
      { port: 8888, label: 'JupyterLab', kind: 'jupyter', open: true },
    ])
  })

  it('names the key of the creation on its own once it is deleted from the account', async () => {
    await owner.call(secret_keys.remove, { params: { id: key_id } })
    expect((await access()).ssh?.keys).toEqual([{ name: '笔记本', fingerprint: expect.any(String), of: 'creation' }])
  })

  it('resets the password in any living status, and once released nothing of it is left', async () => {
    const reset = () => owner.call(instance_access.reset_password, { params: { id } })
    const { password } = (await reset()).data
    expect(password).toMatch(/^[A-Za-z2-9]{16}$/)
    expect((await access()).ssh?.password_set).toBe(true)
    await rental.act(owner, id, 'shutdown')
    expect((await reset()).status).toBe(200)
    await rental.reach(id, status_codes.shut_down)
    expect((await reset()).data.password).not.toBe(password)
    expect((await access()).ports).toEqual([
      { port: 6006, label: 'TensorBoard', kind: 'http', open: false },
      { port: 6008, label: '自定义服务', kind: 'http', open: false },
    ])
    await rental.act(owner, id, 'release')
    expect((await reset()).status).not.toBe(200)
    for (let second = 0; second < 20; second += 1) await rental.tick(1_000)
    expect((await reset()).code).toBe(codes.not_found.code)
    await forgetOldRows(rental.deps)
    const { kysely } = rental.deps.database
    expect(await kysely.selectFrom('instance_passwords').select('instance_id').execute()).toEqual([])
  })

  it('is another’s business as little as an instance that never was', async () => {
    const stranger = await rental.addPerson()
    const own = await rental.rent(owner)
    for (const endpoint of [instance_access.get, instance_access.reset_password]) {
      expect((await stranger.call(endpoint, { params: { id: own } })).code).toBe(codes.not_found.code)
    }
  })
})

describe('decision 013 The gateways of a node', () => {
  const configured = (env: Record<string, string>) => {
    const said: string[] = []
    const deps = { ...rental.deps, config: readConfig({ NODE_ENV: 'test', DATA_DIR: '/nowhere', ...env }) }
    return openGateways(deps, (line) => said.push(line)).then((gateways) => ({ gateways, said }))
  }

  /** One that was free a moment ago. */
  async function freePort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    return port
  }

  it('open on free ports, and one whose port is taken is left out with one line', async () => {
    const [ssh_port, gateway_port] = [await freePort(), await freePort()]
    const first = await configured({ SSH_PORT: `${ssh_port}`, GATEWAY_PORT: `${gateway_port}` })
    expect(first.said).toEqual([])
    expect(first.gateways.public).toEqual({
      ssh: { host: 'localhost', port: ssh_port, fingerprint: expect.stringMatching(/^SHA256:/) },
      http: { domain: 'localhost', port: gateway_port, https: false },
    })
    const second = await configured({ SSH_PORT: `${ssh_port}`, GATEWAY_PORT: '0' })
    expect(second.gateways.public).toEqual({})
    expect(second.said).toEqual([expect.stringMatching(/^SSH 网关未开启：127\.0\.0\.1:\d+ 端口已被占用/)])
    await second.gateways.close()

    const own = await rental.rent(owner)
    const { data } = await owner.call(secret_keys.create, { body: { mode: 'generate', name: '台式机' } })
    const client = await logIn(ssh_port, own, { privateKey: data.private_key! })
    expect((await runOver(client, 'echo in')).output).toBe('in\n')
    const closed = once(client, 'close')
    await first.gateways.close()
    await closed
  })

  it.each<[Record<string, string>, object | undefined, object | undefined]>([
    [{}, { port: 2222, public_host: 'localhost' }, { port: 8081, domain: 'localhost', https: false }],
    [{ SSH_PORT: '0', GATEWAY_PORT: '0' }, undefined, undefined],
    [{ PORT: '0' }, { port: 2222, public_host: 'localhost' }, undefined],
    [
      { PUBLIC_ORIGIN: 'https://gpu.example.cn', SSH_PORT: '22', GATEWAY_DOMAIN: 'Apps.example.net', SSH_HOST: 'ssh.example.cn' },
      { port: 22, public_host: 'ssh.example.cn' },
      { port: 8081, domain: 'apps.example.net', https: true },
    ],
  ])('are configured by the environment: %j', (env, ssh_wanted, gateway_wanted) => {
    const { ssh: got_ssh, gateway } = readConfig(env)
    expect([got_ssh, gateway]).toEqual([ssh_wanted, gateway_wanted])
  })
})
