import { afterEach, describe, expect, it } from 'vitest'
import { createDockerDriver } from '#server/adapters/compute.docker/docker.ts'
import { findRegistryAuth } from '#server/adapters/compute.docker/registry-auth.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { type FakeEngine, type FakeEngineRoutes, startFakeEngine } from './fake-engine.ts'

describe('docker: pulls', () => {
  let engine: FakeEngine
  let driver: ComputeDriver
  const against = async (routes: FakeEngineRoutes) => {
    engine = await startFakeEngine(routes)
    const clock = new HeldClock()
    driver = createDockerDriver({
      installation_id: 'zhisuan',
      access: { by: 'unix', socket_path: engine.socket_path },
      clock,
      host_check: 'skipped',
    })
  }
  afterEach(async () => {
    await driver.close()
    await engine.close()
  })

  const pull = (...lines: unknown[]): FakeEngineRoutes => {
    let pulled = false
    return [
      [
        /^POST \/images\/create/,
        (_, response) => {
          pulled = true
          response.writeHead(200).end(lines.map((line) => `${JSON.stringify(line)}\r\n`).join(''))
        },
      ],
      [
        /^GET \/images\//,
        (_, response) => {
          const found = pulled && !JSON.stringify(lines).includes('error')
          response
            .writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
            .end(JSON.stringify({ message: 'No such image', Config: {} }))
        },
      ],
    ]
  }
  const layer = (id: string, current: number, total: number, status = 'Downloading') => ({
    id,
    status,
    progressDetail: { current, total },
  })
  const said = (id: string, status: string) => ({ id, status, progressDetail: {} })
  async function heardOf(...lines: unknown[]): Promise<PullProgress[]> {
    await against(pull(...lines))
    const heard: PullProgress[] = []
    await driver.ensureImage('host-1', 'x:1', (progress) => heard.push(progress))
    return heard
  }

  it('reports the progress of a pull in percents that only grow', async () => {
    const heard = await heardOf(
      layer('a', 50, 100),
      layer('b', 0, 300),
      layer('a', 100, 100),
      layer('b', 150, 300),
      layer('b', 300, 300),
    )
    expect(heard.map(({ percent }) => percent)).toEqual([50, 50, 62, 99, 100])
    expect(heard.at(-2)).toEqual({ percent: 99, done_bytes: 400, total_bytes: 400, unpacked_bytes: 0 })
  })

  it('says how much there is to fetch once each layer has said its size, and does not run ahead before', async () => {
    const heard = await heardOf(
      said('old', 'Already exists'),
      ...['a', 'b', 'c'].map((id) => said(id, 'Pulling fs layer')),
      said('c', 'Waiting'),
      layer('a', 100, 100),
      layer('b', 50, 100),
      layer('c', 10, 200),
    )
    expect(heard.map(({ percent, done_bytes: doneBytes, total_bytes: totalBytes }) => [percent, doneBytes, totalBytes])).toEqual([
      [33, 100, null],
      [50, 150, null],
      [50, 160, 400],
      [100, 160, 400],
    ])
  })

  it('speaks of what is unpacked, and not of what only waits, is repeated or begins anew', async () => {
    const heard = await heardOf(
      said('a', 'Pulling fs layer'),
      layer('a', 60, 100),
      said('a', 'Retrying in 5 seconds'),
      said('a', 'Retrying in 4 seconds'),
      layer('a', 0, 100),
      layer('a', 60, 100),
      said('a', 'Download complete'),
      layer('a', 40, 100, 'Extracting'),
      layer('a', 40, 100, 'Extracting'),
      said('a', 'Pull complete'),
      { status: 'Status: Downloaded newer image for x:1' },
    )
    expect(
      heard.map(({ percent, done_bytes: doneBytes, unpacked_bytes: unpackedBytes }) => [percent, doneBytes, unpackedBytes]),
    ).toEqual([
      [60, 60, 0],
      [99, 100, 0],
      [99, 100, 40],
      [99, 100, 100],
      [100, 100, 100],
    ])
  })

  const told = [
    ['manifest for x:1 not found: manifest unknown: manifest unknown', 'ImageNotFound', undefined],
    ['repository x not found: name unknown', 'ImageNotFound', undefined],
    ['pull access denied for x, repository does not exist or may require docker login', 'ImagePullFailed', 'not_allowed'],
    ['Head "http://r.cn/v2/x/manifests/1": no basic auth credentials', 'ImagePullFailed', 'not_allowed'],
    ['unauthorized: authentication required', 'ImagePullFailed', 'not_allowed'],
    ['Get "https://registry-1.docker.io/v2/": dial tcp: i/o timeout', 'ImagePullFailed', 'unreachable'],
    ['Get "https://r.cn/v2/": dial tcp: lookup r.cn on 10.0.0.2:53: no such host', 'ImagePullFailed', 'unreachable'],
    ['received unexpected HTTP status: 502 Bad Gateway', 'ImagePullFailed', 'unreachable'],
    ['toomanyrequests: You have reached your pull rate limit', 'ImagePullFailed', 'limited'],
    ['write /var/lib/docker/tmp/GetImageBlob1: no space left on device', 'ImagePullFailed', 'disk_full'],
    ['filesystem layer verification failed for digest sha256:00', 'ImagePullFailed', 'broken'],
    ['unexpected EOF', 'ImagePullFailed', 'broken'],
    ['something nobody has seen', 'ImagePullFailed', 'other'],
  ] as const

  it.each(told)('takes a pull that ends with “%s” for %s, %s', async (error, code, fault) => {
    await against(pull({ status: 'Pulling' }, { error }))
    await expect(driver.ensureImage('host-1', 'x:1', () => undefined)).rejects.toMatchObject({ code, ...(fault && { fault }) })
  })

  it.each(told)('and one that is refused with it before it begins', async (error, code, fault) => {
    await against([
      [/^POST \/images\/create/, { status: code === 'ImageNotFound' ? 404 : 500, body: { message: error } }],
      [/^GET \/images\//, { status: 404, body: { message: 'No such image' } }],
    ])
    await expect(driver.ensureImage('host-1', 'x:1', () => undefined)).rejects.toMatchObject({ code, ...(fault && { fault }) })
  })
})

describe('docker: as whom a registry knows us', () => {
  const hub = { username: 'hub', password: 'h', serveraddress: 'https://index.docker.io/v1/' }
  const own = { username: 'own', password: 'o', serveraddress: 'registry.example.cn:5000' }
  const auths = new Map([
    ['docker.io', hub],
    ['registry.example.cn:5000', own],
  ])
  it.each([
    ['ubuntu:24.04', hub],
    ['team/model:1', hub],
    ['registry.example.cn:5000/team/model:1', own],
    ['Registry.Example.cn:5000/model', own],
    ['registry.example.cn/team/model:1', undefined],
    ['registry.example.cn:5001/model', undefined],
    ['localhost/model', undefined],
    ['evil.cn/registry.example.cn:5000/model', undefined],
  ])('is told to the registry of %s and no other', (image, expected) => {
    expect(findRegistryAuth(auths, image)).toEqual(expected)
  })
})
