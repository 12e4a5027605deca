import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { resultCodes } from '#contract/codes.ts'
import { exportTasks } from '#contract/export-tasks.ts'
import { fileStorage, tusPath } from '#contract/file-storage.ts'
import { instanceAccess, terminalCloseCodes } from '#contract/instance-access.ts'
import { instances, terminalPath } from '#contract/instances.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'
import { buildGatewayApp } from '#server/data-plane.ts'
import { describeGateways, type OpenGateways, openGateways } from '#server/gateway/gateways.ts'
import { createApiCaller } from '#tests/support/calls.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { openSshConnection } from '#tests/support/ssh-client.ts'
import { computeSha256, type StoragePlatform, startStoragePlatform } from '#tests/support/storage-platform.ts'

/** An api node and a gateway node: of one another they know what is in the database. */
let rental: RentalPlatform
let storage: StoragePlatform
let node: FastifyInstance
let gateways: OpenGateways
let origin: string
let owner: Person
let id: string
let privateKey: string

beforeAll(async () => {
  rental = await createRentalPlatform()
  storage = await startStoragePlatform(rental)
  node = await buildGatewayApp(rental.deps)
  origin = await node.listen({ host: '127.0.0.1', port: 0 })
  const { deps } = rental
  const config = { ...deps.config, ssh: { port: 0, public_host: 'ssh.example.cn' }, gateway: undefined }
  gateways = await openGateways({ ...deps, config }, () => undefined)
  owner = await rental.addPerson({ balance: '100.00' })
  const { data } = await owner.call(secretKeys.create, { body: { mode: 'generate', name: '笔记本' } })
  privateKey = data.private_key!
  id = await rental.rent(owner, { secret_key_id: data.id })
})
afterAll(async () => {
  await gateways.close()
  await node.close()
  await rental.close()
})

const transfers = [
  fileStorage.complete_upload.path,
  fileStorage.download.path,
  '/api/v1/data_set/file',
  exportTasks.download.path,
]
const dataPaths = [...transfers, tusPath, terminalPath]

it('decision 095 A gateway node serves what carries many bytes and refuses every other call', async () => {
  const served: string[] = []
  for (const { endpoint } of await loadEndpoints())
    if (node.hasRoute({ method: endpoint.method as HTTPMethods, url: endpoint.path })) served.push(endpoint.path)
  expect([...served, tusPath, terminalPath]).toEqual(expect.arrayContaining(dataPaths))
  expect(served).toHaveLength(dataPaths.length - 2)
  for (const url of ['/', '/api/v1/wallet', '/v1/models', '/api/v1/openapi.json', '/assets/index.js']) {
    const { statusCode, body } = await node.inject({ url, headers: { authorization: `Bearer ${await owner.token()}` } })
    expect([url, statusCode, JSON.parse(body).code]).toEqual([url, 404, resultCodes.not_found.code])
  }
  expect((await node.inject('/healthz')).json()).toMatchObject({ ok: true })
  expect((await node.inject('/metrics')).body).toContain('nodejs_eventloop_lag')
})

it.each(['docs/operating/gateways.md', 'docs/operating/gateways.zh-CN.md'])(
  'decision 095 %s tells the proxy to send those paths there, and no other',
  async (file) => {
    const [, pattern = ''] = /location ~ (\S+)/.exec(await readFile(file, 'utf8')) ?? []
    const sample = (path: string) => path.replace(/:\w+/g, 'a1')
    const sent = (await loadEndpoints())
      .map(({ endpoint }) => endpoint.path)
      .filter((path) => new RegExp(pattern).test(sample(path)))
    expect(new Set([...sent, ...[tusPath, terminalPath].filter((path) => new RegExp(pattern).test(sample(path)))])).toEqual(
      new Set(dataPaths),
    )
  },
)

it('decision 095 Api nodes hand out the address of gateways they do not open', async () => {
  const config = {
    ...rental.deps.config,
    ssh: { port: 22, public_host: 'ssh.example.cn' },
    gateway: { port: 443, domain: 'links.example.cn', https: true },
  }
  const { ssh, http } = describeGateways({ ...rental.deps, config })
  expect(ssh).toEqual({ ...gateways.public.ssh, port: 22 })
  expect(http).toEqual(config.gateway)
  rental.deps.gateways = { ssh, http } as typeof rental.deps.gateways & object
  const access = await owner.call(instanceAccess.get, { params: { id } })
  expect(access.data.ssh).toMatchObject({ host: 'ssh.example.cn', port: 22 })
})

it('decision 095 An upload whose bytes went through a gateway node is complete at the api node, and is downloaded there too', async () => {
  const bytes = Buffer.from('一个文件'.repeat(1000))
  const { id: upload } = (await storage.create(owner, 'a.txt', bytes.length)).data
  const headers = {
    authorization: `Bearer ${await owner.token()}`,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  const sent = await fetch(`${origin}/tus/v1/${upload}`, { method: 'PATCH', headers, body: new Uint8Array(bytes) })
  expect(sent.status).toBe(204)
  const { data } = await owner.call(fileStorage.get_upload, { params: { id: upload } })
  expect(data.offset).toBe(bytes.length)
  const done = await createApiCaller(node)(
    fileStorage.complete_upload,
    { params: { id: upload }, body: { sha256: computeSha256(bytes) } },
    { token: await owner.token() },
  )
  expect(done.status).toBe(200)
  expect(await storage.list(owner)).toContain('a.txt')
  const link = await owner.call(fileStorage.download_link, { body: { region_id: data.region_id, path: 'a.txt' } })
  expect(Buffer.from(await (await fetch(origin + link.data.url)).arrayBuffer()).equals(bytes)).toBe(true)
})

it('decision 095 What an api node ends is closed on a gateway node: a terminal with its session, SSH with the run', async () => {
  const guest = await rental.addPerson({ balance: '100.00' })
  const own = { params: { id: await rental.rent(guest) } }
  const token = await guest.token()
  const { id: upload } = (await storage.create(guest, 'b.txt', 3)).data
  const look = async () => {
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
    return (await fetch(`${origin}/tus/v1/${upload}`, { method: 'HEAD', headers })).status
  }
  const terminal = await node.injectWS((await guest.call(instances.terminal_ticket, own)).data.path)
  await once(terminal, 'message')
  const terminalClosed = once(terminal, 'close')
  const ssh = await openSshConnection(gateways.public.ssh!.port, id, { privateKey })
  const sshClosed = once(ssh, 'close')
  expect(await look()).toBe(200)
  await guest.call(auth.logout)
  await rental.act(owner, id, 'shutdown')
  await rental.clock.advance(5_000)
  expect((await terminalClosed)[0]).toBe(terminalCloseCodes.refused)
  await sshClosed
  expect(await look()).toBe(401)
})
