import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { addFakeEngines, buildKubeconfig, type FakeEngines } from '#tests/support/fake-engines.ts'
import { buildSimulatedHost, testRegionId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let dir: string
let rental: RentalPlatform
let fake: FakeEngines
let admin: Person
let person: Person
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'zhisuan-clusters-'))
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

const token = 'a-token-that-nobody-sees'
const form = (more: object = {}) => ({
  kind: 'kubernetes',
  name: 'beijing-1',
  kubeconfig: buildKubeconfig({ token }),
  node_selector: 'zhisuan/rent=yes, pool=gpu',
  tolerated_taints: 'nvidia.com/gpu, dedicated',
  ...more,
})
const add = (more?: object) =>
  admin.call(operatorEngines.create, { body: form(more) as HandlerInput<typeof operatorEngines.create>['body'] })
const change = (id: string, more: object) => {
  const { kind: _, name: __, ...changes } = form({ kubeconfig: '', ...more })
  return admin.call(operatorEngines.update, {
    params: { id },
    body: changes as HandlerInput<typeof operatorEngines.update>['body'],
  })
}
const show = async (id: string) => (await admin.call(operatorEngines.get, { params: { id } })).data
const sync = () => syncHosts(rental.deps, () => null)
const findRow = (id: string) =>
  rental.deps.database.kysely.selectFrom('engines').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Adds a cluster, waits until its nodes have reported, and puts them on sale. */
async function addOnSale(): Promise<string> {
  const { data } = await add()
  await sync()
  for (const id of ['k8s.lab-1', 'k8s.lab-2'])
    await admin.call(operatorHosts.register, { params: { id }, body: { region_id: testRegionId } })
  return data.id
}

describe('decision 121 Operators add clusters', () => {
  it('a cluster that is added reports its nodes as hosts, which sell beside machines with Docker', async () => {
    const id = await addOnSale()
    expect(await show(id)).toMatchObject({
      ...{ kind: 'kubernetes', name: 'beijing-1', state: 'ok', hosts: 2, silent_hosts: 0, configured: false },
      ...{ address: 'https://k8s.lab:6443', namespace: 'zhisuan', host_key: null },
    })
    const machine = await admin.call(operatorEngines.create, {
      body: { name: 'lab-1', address: 'unix:///run/docker.sock' } as HandlerInput<typeof operatorEngines.create>['body'],
    })
    await sync()
    expect(await show(machine.data.id)).toMatchObject({ kind: 'docker', state: 'ok', hosts: 1, namespace: '' })
    const instances = await Promise.all([1, 2].map(() => rental.rent(person, { model: 'A100 80GB' })))
    for (const instance of instances) expect((await rental.show(person, instance)).status).toBe(instanceStatusCodes.running)
    expect([fake.opened_clusters.length, fake.opened.length]).toEqual([1, 1])
    expect(fake.opened_clusters[0]).toEqual({
      access: { server: 'https://k8s.lab:6443', namespace: 'zhisuan', token },
      enforces_disk_size: false,
      node_selector: { 'zhisuan/rent': 'yes', pool: 'gpu' },
      tolerated_taints: ['nvidia.com/gpu', 'dedicated'],
    })
  })

  it('hands on how its disks and instances are made', async () => {
    await add({
      ...{ namespace: 'tenants', storage_class: 'ceph-block', disk_quota: true, node_selector: '', tolerated_taints: '' },
      ...{ pull_secret: 'registry', runtime: 'gvisor', shared_claim: 'files' },
    })
    await sync()
    expect(fake.opened_clusters).toEqual([
      {
        access: { server: 'https://k8s.lab:6443', namespace: 'tenants', token },
        ...{ storage_class: 'ceph-block', enforces_disk_size: true, node_selector: {}, tolerated_taints: [] },
        ...{ pull_secret: 'registry', runtime_class: 'gvisor', shared_claim: 'files' },
      },
    ])
  })

  it('never shows what leads into it, which is sealed, and writes it into no log', async () => {
    const { data, raw } = await add()
    await change(data.id, { kubeconfig: buildKubeconfig({ token: `${token}-2` }) })
    expect(data.has_credentials).toBe(true)
    const { data: log } = await admin.call(operatorAudit.list, { query: {} })
    expect(log[0]).toMatchObject({ after: expect.objectContaining({ address: 'https://k8s.lab:6443' }) })
    for (const text of [raw, JSON.stringify(await findRow(data.id)), JSON.stringify(log), JSON.stringify(rental.logs)])
      expect(text).not.toContain(token)
  })

  it('refuses what does not fit at its field', async () => {
    const unfit: [object, string][] = [
      [{ kubeconfig: '' }, 'kubeconfig'],
      [{ kubeconfig: undefined }, 'kubeconfig'],
      [{ kubeconfig: 'users: []' }, 'kubeconfig'],
      [{ kubeconfig: buildKubeconfig({ more: 'tokenFile: /etc/shadow' }) }, 'kubeconfig'],
      [{ kubeconfig: 'x'.repeat(20_001) }, 'kubeconfig'],
      [{ namespace: 'Tenants' }, 'namespace'],
      [{ namespace: 'a.b' }, 'namespace'],
      [{ storage_class: 'ceph/block' }, 'storage_class'],
      [{ node_selector: 'gpu' }, 'node_selector'],
      [{ node_selector: 'a=b;c=d' }, 'node_selector'],
      [{ node_selector: 'a=b=c' }, 'node_selector'],
      [{ tolerated_taints: 'gpu=true:NoSchedule' }, 'tolerated_taints'],
      [{ pull_secret: '../other' }, 'pull_secret'],
      [{ shared_claim: 'Files' }, 'shared_claim'],
      [{ runtime: 'a b' }, 'runtime'],
      [{ name: '集群' }, 'name'],
      [{ kind: 'simulator' }, 'kind'],
      [{ kind: 'docker' }, 'address'],
    ]
    for (const [more, field] of unfit) {
      const { status, errors } = await add(more)
      expect([more, status >= 400 && status < 500, Object.keys(errors ?? {})]).toEqual([more, true, [field]])
    }
    await add()
    expect(Object.keys((await add()).errors ?? {})).toEqual(['name'])
  })

  it('keeps the way in while the kubeconfig is left empty, stays a cluster, and is opened anew after a change', async () => {
    const { data } = await add()
    await sync()
    const changed = await change(data.id, { namespace: 'tenants', storage_class: 'ceph-block', address: 'ssh://root@10.0.0.5' })
    expect(changed.data).toMatchObject({
      ...{ kind: 'kubernetes', address: 'https://k8s.lab:6443', namespace: 'tenants', storage_class: 'ceph-block' },
      has_credentials: true,
    })
    await sync()
    expect(fake.opened_clusters.at(-1)).toMatchObject({
      access: { server: 'https://k8s.lab:6443', namespace: 'tenants', token },
      storage_class: 'ceph-block',
    })
    await change(data.id, { kubeconfig: buildKubeconfig({ host: 'k8s.other' }) })
    expect(await show(data.id)).toMatchObject({ address: 'https://k8s.other:6443' })
    const refused = await change(data.id, { kubeconfig: 'users: []' })
    expect(refused.errors).toEqual({ kubeconfig: ['不是 kubeconfig'] })
    const pinned = await admin.call(operatorEngines.pin, { params: { id: data.id }, body: { host_key: fake.host_key } })
    expect(pinned.code).toBe(resultCodes.host_state.code)
  })

  it('says what the check finds, and how it is mended', async () => {
    const { data } = await add()
    const check = await admin.call(operatorEngines.check, { params: { id: data.id } })
    expect(check.data).toEqual({
      findings: [
        { item: 'API 服务器', ok: true, found: 'https://k8s.lab:6443', mend: null },
        { item: '存储类', ok: false, found: '没有默认的存储类', mend: '填写存储类' },
      ],
      shown_host_key: null,
    })
  })

  it('a cluster that is silent sells nothing, its instances are unseen, and the others go on', async () => {
    const id = await addOnSale()
    const [there, here] = [await rental.rent(person, { model: 'A100 80GB' }), await rental.rent(person)]
    fake.faults['k8s.lab']!.unavailable = true
    await sync()
    await rental.tick(60_000, 15_000)
    expect(await show(id)).toMatchObject({ state: 'silent', silent_hosts: 2 })
    expect((await rental.show(person, there)).unseen_since).not.toBeNull()
    expect((await rental.show(person, here)).unseen_since).toBeNull()
    expect((await rental.order(person, { model: 'A100 80GB' })).code).toBe(resultCodes.no_free_gpu.code)
    fake.faults['k8s.lab']!.unavailable = false
    await rental.tick(60_000, 15_000)
    expect((await rental.show(person, there)).unseen_since).toBeNull()
  })

  it('is removed only without instances; then nothing is sold there and the way in is forgotten', async () => {
    const id = await addOnSale()
    await rental.rent(person, { model: 'A100 80GB' })
    expect((await admin.call(operatorEngines.remove, { params: { id } })).code).toBe(resultCodes.host_state.code)
    await rental.releaseAll(person)
    expect((await admin.call(operatorEngines.remove, { params: { id } })).status).toBe(200)
    expect(await findRow(id)).toMatchObject({ credentials_sealed: null, removed_at: expect.any(Date) })
    await sync()
    expect((await rental.order(person, { model: 'A100 80GB' })).code).toBe(resultCodes.no_free_gpu.code)
  })

  it('with COMPUTE=simulator no cluster is added or spoken to, so that a restored copy touches none', async () => {
    const id = await addOnSale()
    Object.assign(rental.deps.config.adapters, { compute: 'simulator' })
    rental.deps.compute = createFleet(rental.deps, (_, driver) => driver)
    await sync()
    expect(await show(id)).toMatchObject({ problem: expect.stringContaining('COMPUTE=simulator') })
    expect((await admin.call(operatorEngines.check, { params: { id } })).data.findings).toMatchObject([{ ok: false }])
    expect((await add({ name: 'beijing-2' })).code).toBe(resultCodes.host_state.code)
    expect(fake.opened_clusters).toHaveLength(1)
  })
})
