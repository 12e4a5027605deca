import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceAccess } from '#contract/instance-access.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { platform } from '#contract/platform.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { readServerConfig } from '#server/config/config.ts'
import { unsealSshPassword } from '#server/domains/rentals/access/ssh-password.service.ts'
import { openGateways } from '#server/gateway/gateways.ts'
import { deleteOldRows } from '#server/jobs/housekeeping.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { openSshConnection, runSshCommand } from '#tests/support/ssh-client.ts'

let rental: RentalPlatform
let owner: Person
let id: string
let keyId: string

const access = async (instance = id) => (await owner.call(instanceAccess.get, { params: { id: instance } })).data
const ssh = { host: 'gpu.example.cn', port: 2222, fingerprint: 'SHA256:abc' }
const http = { domain: 'localhost', port: 8081, https: false }

beforeAll(async () => {
  rental = await createRentalPlatform()
  owner = await rental.addPerson()
  const { data } = await owner.call(secretKeys.create, { body: { mode: 'generate', name: '笔记本' } })
  keyId = data.id
  id = await rental.rent(owner, { secret_key_id: keyId })
})
afterAll(() => rental.close())

describe('product §4 Access', () => {
  it('has no parts where the gateways are off', async () => {
    rental.deps.gateways = {}
    expect(await access()).toEqual({ ssh: null, ports: null })
    expect((await owner.call(platform.server_info)).data.offers.ssh).toBe(false)
    const reply = await owner.call(instanceAccess.port_ticket, { params: { id }, body: { port: 6006 } })
    expect(reply.code).toBe(resultCodes.links_off.code)
  })

  it('gives the command to copy, who may log in, and which ports answer', async () => {
    rental.deps.gateways = { ssh, http }
    expect((await owner.call(platform.server_info)).data.offers.ssh).toBe(true)
    const answer = await access()
    expect(answer.ssh).toEqual({
      ...ssh,
      user: id,
      command: `ssh -p 2222 ${id}@gpu.example.cn`,
      password_set: true,
      password_kept: true,
      keys: [{ name: '笔记本', fingerprint: expect.stringMatching(/^SHA256:/), of: 'account' }],
    })
    expect(answer.ports).toEqual([
      { port: 6006, label: 'TensorBoard', kind: 'http', open: false },
      { port: 6008, label: '自定义服务', kind: 'http', open: false },
      { port: 8888, label: 'JupyterLab', kind: 'jupyter', open: true },
    ])
  })

  it('names the key of the creation on its own once it is deleted from the account', async () => {
    await owner.call(secretKeys.remove, { params: { id: keyId } })
    expect((await access()).ssh?.keys).toEqual([{ name: '笔记本', fingerprint: expect.any(String), of: 'creation' }])
  })

  it('resets the password in any living status, and once released nothing of it is left', async () => {
    const reset = () => owner.call(instanceAccess.reset_password, { params: { id } })
    const { password } = (await reset()).data
    expect(password).toMatch(/^[A-Za-z2-9]{16}$/)
    expect((await access()).ssh?.password_set).toBe(true)
    await rental.act(owner, id, 'shutdown')
    expect((await reset()).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.shut_down)
    expect((await reset()).data.password).not.toBe(password)
    expect((await access()).ports).toEqual([
      { port: 6006, label: 'TensorBoard', kind: 'http', open: false },
      { port: 6008, label: '自定义服务', kind: 'http', open: false },
    ])
    await rental.act(owner, id, 'release')
    expect((await reset()).status).not.toBe(200)
    for (let second = 0; second < 20; second += 1) await rental.tick(1_000)
    expect((await reset()).code).toBe(resultCodes.not_found.code)
    await deleteOldRows(rental.deps)
    const { kysely } = rental.deps.database
    expect(await kysely.selectFrom('instance_passwords').select('instance_id').execute()).toEqual([])
  })

  it('is another’s business as little as an instance that never was', async () => {
    const stranger = await rental.addPerson()
    const own = await rental.rent(owner)
    for (const endpoint of [instanceAccess.get, instanceAccess.reveal_password, instanceAccess.reset_password]) {
      expect((await stranger.call(endpoint, { params: { id: own } })).code).toBe(resultCodes.not_found.code)
    }
  })
})

describe('decision 067 The password an instance is made with', () => {
  const reveal = (instance: string, person = owner) => person.call(instanceAccess.reveal_password, { params: { id: instance } })
  const passwords = () => rental.deps.database.kysely.selectFrom('instance_passwords')
  const titles = async (instance: string) =>
    (await owner.call(instances.events, { params: { id: instance } })).data.map(({ title }) => title)
  const times = async (instance: string, wanted: string) => (await titles(instance)).filter((title) => title === wanted).length

  it('is there after the first boot, and can be read until it is reset', async () => {
    const own = await rental.rent(owner)
    const { password } = (await reveal(own)).data
    expect(password).toMatch(/^[A-Za-z2-9]{16}$/)
    expect((await reveal(own)).data.password).toBe(password)
    expect(await times(own, '查看 SSH 密码'), 'one line within an hour').toBe(1)
    const reset = (await owner.call(instanceAccess.reset_password, { params: { id: own } })).data.password
    expect((await access(own)).ssh).toMatchObject({ password_set: true, password_kept: false })
    expect((await reveal(own)).code).toBe(resultCodes.password_not_kept.code)
    const { kysely } = rental.deps.database
    const tables = ['instance_passwords', 'audit_log', 'instance_events', 'stream_events', 'idempotency_keys'] as const
    const kept = await Promise.all(tables.map((table) => kysely.selectFrom(table).selectAll().execute()))
    const written = JSON.stringify([kept, rental.logs], (_, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const secret of [password, reset]) expect(written).not.toContain(secret)
    expect(written).toContain('instance_access.reveal_password')
  })

  it('is another one in a clone', async () => {
    const source = await rental.rent(owner)
    await rental.act(owner, source, 'shutdown')
    await rental.reach(source, instanceStatusCodes.shut_down)
    const clone = await rental.rent(owner, { clone: { instance_id: source, copy_data: false } })
    expect((await reveal(clone)).data.password).not.toBe((await reveal(source)).data.password)
  })

  it('is made on demand where there is none, once', async () => {
    const own = await rental.rent(owner)
    await rental.deps.database.kysely.deleteFrom('instance_passwords').where('instance_id', '=', own).execute()
    expect((await access(own)).ssh).toMatchObject({ password_set: false, password_kept: false })
    const made = await Promise.all([reveal(own), reveal(own), reveal(own)])
    expect(new Set(made.map(({ data }) => data.password)).size).toBe(1)
    expect((await access(own)).ssh).toMatchObject({ password_set: true, password_kept: true })
    expect(await times(own, '生成 SSH 密码')).toBe(1)
  })

  it('cannot be read any more once a node of the version before has reset it', async () => {
    const own = await rental.rent(owner)
    const { kysely } = rental.deps.database
    const of = kysely.updateTable('instance_passwords').where('instance_id', '=', own)
    await of.set({ password_hash: '$argon2id$another', set_at: rental.clock.now() }).execute()
    expect((await access(own)).ssh).toMatchObject({ password_set: true, password_kept: false })
    expect((await reveal(own)).code).toBe(resultCodes.password_not_kept.code)
  })

  it('is sealed for its instance: no other one opens it', async () => {
    const [one, other] = [await rental.rent(owner), await rental.rent(owner)]
    const { password_cipher: passwordCipher } = await passwords()
      .selectAll()
      .where('instance_id', '=', one)
      .executeTakeFirstOrThrow()
    expect(unsealSshPassword(rental.deps, one, passwordCipher!)).toBe((await reveal(one)).data.password)
    expect(() => unsealSshPassword(rental.deps, other, passwordCipher!)).toThrow()
  })

  it('is no operator’s to read', async () => {
    const own = await rental.rent(owner)
    const admin = await rental.addPerson({ role: 'operator_admin' })
    expect((await reveal(own, admin)).code).toBe(resultCodes.not_found.code)
  })
})

describe('decision 013 The gateways of a node', () => {
  const configured = (env: Record<string, string>) => {
    const said: string[] = []
    const deps = { ...rental.deps, config: readServerConfig({ NODE_ENV: 'test', DATA_DIR: '/nowhere', ...env }) }
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
    const [sshPort, gatewayPort] = [await freePort(), await freePort()]
    const first = await configured({ SSH_PORT: `${sshPort}`, GATEWAY_PORT: `${gatewayPort}` })
    expect(first.said).toEqual([])
    expect(first.gateways.public).toEqual({
      ssh: { host: 'localhost', port: sshPort, fingerprint: expect.stringMatching(/^SHA256:/) },
      http: { domain: 'localhost', port: gatewayPort, https: false },
    })
    const second = await configured({ SSH_PORT: `${sshPort}`, GATEWAY_PORT: '0' })
    expect(second.gateways.public).toEqual({})
    expect(second.said).toEqual([expect.stringMatching(/^SSH 网关未开启：127\.0\.0\.1:\d+ 端口已被占用/)])
    await second.gateways.close()

    const own = await rental.rent(owner)
    const { data } = await owner.call(secretKeys.create, { body: { mode: 'generate', name: '台式机' } })
    const client = await openSshConnection(sshPort, own, { privateKey: data.private_key! })
    expect((await runSshCommand(client, 'echo in')).output).toBe('in\n')
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
  ])('are configured by the environment: %j', (env, sshWanted, gatewayWanted) => {
    const { ssh: gotSsh, gateway } = readServerConfig(env)
    expect([gotSsh, gateway]).toEqual([sshWanted, gatewayWanted])
  })
})
