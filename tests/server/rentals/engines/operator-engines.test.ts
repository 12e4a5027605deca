import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorEngines } from '#contract/operator/engines.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { createFleet } from '#server/compose.ts'
import { readServerConfig } from '#server/config/config.ts'
import { syncHosts } from '#server/domains/rentals/capacity/hosts.service.ts'
import { configuredEngineId } from '#server/domains/rentals/engines/engines.repo.ts'
import { openMachineCredentials } from '#server/domains/rentals/engines/machine.service.ts'
import { addFakeEngines, type FakeEngines } from '#tests/support/fake-engines.ts'
import { buildSimulatedHost, testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { makeSshKey } from '#tests/support/ssh-key.ts'

let dir: string
let rental: RentalPlatform
let fake: FakeEngines
let admin: Person
let person: Person
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'zhisuan-engines-'))
  const config = readServerConfig({
    ...{ NODE_ENV: 'test', DATA_DIR: dir, COMPUTE: 'docker' },
    ...{ USER_RPS: '0', NETWORK_RPS: '0', CHALLENGE_FREE_SENDS: '1000000' },
  })
  rental = await createRentalPlatform({ config, hosts: [buildSimulatedHost('host-1', 'RTX 4090', 1)] })
  fake = await addFakeEngines(rental, dir, 'A100 80GB')
  admin = await rental.addPerson({ role: 'operator_admin' })
  person = await rental.addPerson({ balance: '5000.00' })
})
afterEach(async () => {
  await rental.close()
  await rm(dir, { recursive: true, force: true })
})

const privateKey = makeSshKey().private_key
const form = (more: object = {}) => ({
  name: 'lab-1',
  address: 'ssh://root@10.0.0.5',
  private_key: privateKey,
  host_key: `SHA256:${'k'.repeat(43)}`,
  ...more,
})
const add = (more?: object) =>
  admin.call(operatorEngines.create, { body: form(more) as HandlerInput<typeof operatorEngines.create>['body'] })
const show = async (id: string) => (await admin.call(operatorEngines.get, { params: { id } })).data
const sync = () => syncHosts(rental.deps, () => null)

/** Adds a machine, waits until its host has reported, and puts that on sale. */
async function addOnSale(more?: object): Promise<string> {
  const { data } = await add(more)
  await sync()
  await admin.call(operatorHosts.register, { params: { id: data.name }, body: { region_id: testRegionId } })
  return data.id
}

describe('decision 120 Operators add machines with Docker', () => {
  it('a machine that is added reports, is registered, and sells; its instance runs there', async () => {
    const id = await addOnSale()
    expect(await show(id)).toMatchObject({ state: 'ok', hosts: 1, silent_hosts: 0, configured: false })
    const instance = await rental.rent(person, { model: 'A100 80GB' })
    expect((await rental.show(person, instance)).status).toBe(instanceStatusCodes.running)
    expect(await fleetHostOf(instance)).toBe('lab-1')
    expect(fake.opened).toHaveLength(1)
    expect(fake.opened[0]).toMatchObject({
      name: 'lab-1',
      access: { by: 'ssh', host: '10.0.0.5', port: 22, username: 'root', socket_path: '/var/run/docker.sock' },
    })
  })

  it('never shows credentials, which are sealed, and writes them into no log', async () => {
    const secret = privateKey.split('\n')[1]!
    const { data, raw } = await add()
    expect(data.has_credentials).toBe(true)
    const row = await rental.deps.database.kysely
      .selectFrom('engines')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    const { data: log } = await admin.call(operatorAudit.list, { query: {} })
    for (const text of [raw, JSON.stringify(row), JSON.stringify(log), JSON.stringify(rental.logs)]) {
      expect(text).not.toContain(secret)
    }
  })

  it('refuses what does not fit at its field', async () => {
    const unfit: [object, string][] = [
      [{ address: 'tcp://10.0.0.5:2375' }, 'address'],
      [{ address: 'http://10.0.0.5:2375' }, 'address'],
      [{ address: 'ssh://10.0.0.5' }, 'address'],
      [{ address: 'ssh://root:pass@10.0.0.5' }, 'address'],
      [{ address: 'unix://' }, 'address'],
      [{ name: '实验室' }, 'name'],
      [{ name: 'host-1' }, 'name'],
      [{ private_key: 'ssh-ed25519 AAAA' }, 'private_key'],
      [
        { private_key: ssh2.utils.generateKeyPairSync('ed25519', { passphrase: 'x', cipher: 'aes256-ctr', rounds: 1 }).private },
        'private_key',
      ],
      [{ address: 'https://10.0.0.5' }, 'ca'],
      [{ address: 'https://10.0.0.5', ca: 'ca', cert: 'cert' }, 'key'],
      [{ host_key: 'SHA256:short' }, 'host_key'],
      [{ virtual_cards: 'RTX 4090:many' }, 'virtual_cards'],
      [{ socket_path: 'run/docker.sock' }, 'socket_path'],
    ]
    for (const [more, field] of unfit) {
      const { status, errors } = await add(more)
      expect([more, status >= 400 && status < 500, Object.keys(errors ?? {})]).toEqual([more, true, [field]])
    }
  })

  it('speaks to no machine by SSH before its host key is pinned, and shows that key to be compared', async () => {
    const { data } = await add({ host_key: '' })
    await sync()
    expect([(await show(data.id)).state, fake.opened]).toEqual(['unpinned', []])
    const check = await admin.call(operatorEngines.check, { params: { id: data.id } })
    expect(check.data).toEqual({ findings: [], shown_host_key: fake.host_key })
    await admin.call(operatorEngines.pin, { params: { id: data.id }, body: { host_key: fake.host_key } })
    await sync()
    expect((await show(data.id)).state).toBe('ok')
    expect((await admin.call(operatorEngines.check, { params: { id: data.id } })).data.findings).toHaveLength(1)
  })

  it('another address wants another host key; until then what runs there is unseen and unbilled, never lost', async () => {
    const id = await addOnSale()
    const instance = await rental.rent(person, { model: 'A100 80GB' })
    const { name: _, host_key: __, ...changes } = form({ address: 'ssh://root@10.0.0.6', private_key: '' })
    const changed = await admin.call(operatorEngines.update, { params: { id }, body: changes })
    expect(changed.data).toMatchObject({ state: 'unpinned', host_key: null, has_credentials: true })
    await sync()
    await rental.tick(600_000, 15_000)
    expect(await rental.show(person, instance)).toMatchObject({
      status: instanceStatusCodes.running,
      unseen_since: expect.any(String),
    })
    await admin.call(operatorEngines.pin, { params: { id }, body: { host_key: fake.host_key } })
    await rental.tick(60_000, 15_000)
    expect(await rental.show(person, instance)).toMatchObject({ status: instanceStatusCodes.running, unseen_since: null })
    expect(fake.opened.at(-1)).toMatchObject({ access: { host: '10.0.0.6', private_key: `${privateKey.trim()}\n` } })
  })

  it('of two changes at once one is refused, so that neither brings back the credentials the other replaced', async () => {
    const { data } = await add()
    const { name: _, host_key: __, ...changes } = form({ private_key: '' })
    const other = makeSshKey().private_key
    const [first, second] = await Promise.all([
      admin.call(operatorEngines.update, { params: { id: data.id }, body: { ...changes, private_key: other } }),
      admin.call(operatorEngines.update, { params: { id: data.id }, body: changes }),
    ])
    const row = await rental.deps.database.kysely
      .selectFrom('engines')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    const held = openMachineCredentials(rental.deps, row).private_key
    if (first.status === 200) expect(held).toBe(`${other.trim()}\n`)
    else expect([first.code, second.status]).toEqual([resultCodes.host_state.code, 200])
  })

  it('a machine that is silent sells nothing, its instance is unseen, and the others go on', async () => {
    const id = await addOnSale()
    const [there, here] = [await rental.rent(person, { model: 'A100 80GB' }), await rental.rent(person)]
    fake.faults['lab-1']!.unavailable = true
    await sync()
    await rental.tick(60_000, 15_000)
    expect(await show(id)).toMatchObject({ state: 'silent', silent_hosts: 1, problem: expect.stringContaining('引擎没有应答') })
    expect((await rental.show(person, there)).unseen_since).not.toBeNull()
    expect((await rental.show(person, here)).unseen_since).toBeNull()
    expect((await rental.order(person, { model: 'A100 80GB' })).code).toBe(resultCodes.no_free_gpu.code)
    fake.faults['lab-1']!.unavailable = false
    await rental.tick(60_000, 15_000)
    expect((await rental.show(person, there)).unseen_since).toBeNull()
  })

  it('is removed only without instances; then nothing is sold there and its credentials are gone', async () => {
    const id = await addOnSale()
    const instance = await rental.rent(person, { model: 'A100 80GB' })
    const refused = await admin.call(operatorEngines.remove, { params: { id } })
    expect([refused.code, refused.message]).toEqual([resultCodes.host_state.code, expect.stringContaining('1 台实例')])
    await rental.releaseAll(person)
    expect((await admin.call(operatorEngines.remove, { params: { id } })).status).toBe(200)
    const row = await rental.deps.database.kysely.selectFrom('engines').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ credentials_sealed: null, removed_at: expect.any(Date) })
    expect((await admin.call(operatorEngines.get, { params: { id } })).status).toBe(404)
    await sync()
    expect((await rental.order(person, { model: 'A100 80GB' })).code).toBe(resultCodes.no_free_gpu.code)
    expect(await fleetHostOf(instance)).toBe('lab-1')
  })

  it('a removed machine can be added again and sells its cards again', async () => {
    const id = await addOnSale()
    await admin.call(operatorEngines.remove, { params: { id } })
    await add()
    await sync()
    await rental.rent(person, { model: 'A100 80GB' })
  })

  it('with COMPUTE=simulator no machine is added or spoken to, so that a restored copy touches none', async () => {
    const id = await addOnSale()
    Object.assign(rental.deps.config.adapters, { compute: 'simulator' })
    rental.deps.compute = createFleet(rental.deps, (_, driver) => driver)
    const opened = fake.opened.length
    await sync()
    const why = expect.stringContaining('COMPUTE=simulator')
    expect(await show(id)).toMatchObject({ problem: why, why_none_added: why })
    expect((await admin.call(operatorEngines.check, { params: { id } })).data.findings).toMatchObject([{ ok: false }])
    expect((await add({ name: 'lab-2' })).code).toBe(resultCodes.host_state.code)
    expect(fake.opened).toHaveLength(opened)
  })

  it('the engine that COMPUTE configures is shown, checked, and changed there only', async () => {
    await sync()
    const { data } = await admin.call(operatorEngines.list, { query: {} })
    expect(data).toMatchObject([{ id: configuredEngineId, configured: true, kind: 'docker', state: 'ok', hosts: 1 }])
    const check = await admin.call(operatorEngines.check, { params: { id: configuredEngineId } })
    expect(check.data.findings).toMatchObject([{ item: 'host-1', ok: true }])
    const { name: _, host_key: __, ...changes } = form()
    for (const refused of [
      await admin.call(operatorEngines.remove, { params: { id: configuredEngineId } }),
      await admin.call(operatorEngines.update, { params: { id: configuredEngineId }, body: changes }),
    ]) {
      expect(refused.code).toBe(resultCodes.host_state.code)
    }
  })
})

const fleetHostOf = async (instance: string) =>
  (
    await rental.deps.database.kysely
      .selectFrom('instances')
      .select('host_id')
      .where('id', '=', instance)
      .executeTakeFirstOrThrow()
  ).host_id
