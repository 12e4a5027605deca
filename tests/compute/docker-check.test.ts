import { afterEach, describe, expect, it } from 'vitest'
import { checkEngine } from '#server/adapters/compute.docker/check-engine.ts'
import type { DockerOptions } from '#server/adapters/compute.docker/settings.ts'
import { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import { type EngineFinding, engineCheckNames } from '#server/ports/engine-check.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { createDockerWorld, defineDockerCases } from './docker-world.ts'
import { buildFakeProbe, type FakeEngine, type FakeEngineRoutes, fakeEngineInfo, startFakeEngine } from './fake-engine.ts'

const byItem = (findings: readonly EngineFinding[]) => Object.fromEntries(findings.map(({ item, ...rest }) => [item, rest]))
const faulty = (findings: readonly EngineFinding[]) => findings.flatMap(({ ok, item }) => (ok ? [] : item))

const sound = {
  ...fakeEngineInfo,
  ...{
    ServerVersion: '27.3.1',
    KernelVersion: '5.15.0-91-generic',
    OperatingSystem: 'Ubuntu 22.04',
    DockerRootDir: '/data/docker',
  },
  ...{ SystemTime: '2026-01-01T00:00:02.000Z', Runtimes: { runc: {}, nvidia: {} }, DefaultRuntime: 'runc' },
  ...{ Driver: 'overlay2', DriverStatus: [['Backing Filesystem', 'xfs']] },
}
const tell = ({ free = 1_000_000, options = 'rw,prjquota', cards = '', more = '' } = {}) =>
  [
    ...[
      '',
      '#zhisuan disk',
      `/dev/sdb 2097152 524288 ${free} 25% /data`,
      '',
      '#zhisuan mount',
      `/dev/sdb /data xfs ${options} 0 0`,
    ],
    ...['', '#zhisuan nvidia.0', cards, more],
  ].join('\n')

describe('docker: the check of an engine', () => {
  let engine: FakeEngine
  const check = async (
    changes: Partial<typeof sound> = {},
    said = tell(),
    options: Partial<DockerOptions> = {},
    folders: string[] = [],
    api = '1.47',
    more: FakeEngineRoutes = [],
  ) => {
    engine = await startFakeEngine([
      ...more,
      [/^GET \/info$/, { status: 200, body: { ...sound, ...changes } }],
      [/^GET \/version$/, { status: 200, body: { Version: '27.3.1', ApiVersion: api } }],
      ...buildFakeProbe(said),
    ])
    const access = { by: 'unix', socket_path: engine.socket_path } as const
    const given = { access, clock: new HeldClock(), installation_id: 'zhisuan', host_check: 'skipped', ...options } as const
    return checkEngine(given, folders)
  }
  afterEach(() => engine?.close())

  it('finds a sound engine sound, and each thing once', async () => {
    const findings = await check({}, tell({ cards: 'GPU-1, NVIDIA H800, 0, 0, 30, 60\nGPU-2, NVIDIA H800, 0, 0, 30, 60' }))
    expect(faulty(findings)).toEqual([])
    expect(byItem(findings)).toMatchObject({
      engine: { found: '版本 27.3.1（API 1.47）' },
      kernel: { found: 'Ubuntu 22.04，内核 5.15.0-91-generic' },
      resources: { found: '8 核 CPU、16 GB 内存' },
      cards: { found: 'H800 × 2' },
      clock: { found: '比平台快 2 秒' },
      disk: { found: '/data/docker 所在的磁盘共 2 GB，还有 0 GB' },
    })
    const items = findings.map(({ item }) => item)
    expect(items).toEqual(Object.keys(engineCheckNames).filter((item) => items.some((found) => found === item)))
  })

  it.each([
    ['an old engine', 'engine', {}, undefined, {}, '1.40'],
    ['an old kernel', 'kernel', { KernelVersion: '3.10.0-1160.el7' }, undefined, {}, undefined],
    ['a clock that is late', 'clock', { SystemTime: '2025-12-31T23:58:00Z' }, undefined, {}, undefined],
    ['a full disk', 'disk', {}, tell({ free: 100_000 }), {}, undefined],
    ['a runtime that is not there', 'runtime', {}, undefined, { runtime: 'runsc' }, undefined],
    [
      'cards without their runtime',
      'cards',
      { Runtimes: {} },
      tell({ cards: 'GPU-1, NVIDIA H800, 0, 0, 30, 60' }),
      {},
      undefined,
    ],
    ['a lost card', 'cards', {}, tell({ cards: 'GPU-1, NVIDIA H800, [GPU is lost], 0, 0, 0' }), {}, undefined],
    ['a quota that is not mounted', 'quota', {}, tell({ options: 'rw,noquota' }), { disk_quota: true }, undefined],
    ['a storage without quota', 'quota', { Driver: 'vfs' }, undefined, { disk_quota: true }, undefined],
  ] as const)('finds %s, and says how it is mended', async (_, item, changes, said, options, api) => {
    const findings = await check(changes as never, said, options, [], api)
    expect(faulty(findings)).toEqual([item])
    expect(byItem(findings)[item]!.mend).toMatch(/请/)
  })

  it('finds the folders of the platform that the host does not have', async () => {
    const found = await check({}, tell({ more: '/data/b' }), {}, ['/data/a', '/data/b'])
    expect(faulty(found)).toEqual(['folders'])
    expect(byItem(found).folders!.found).toBe('主机上没有 /data/b')
  })

  it.each([
    ['reaches, as what is not there is not found', 'manifest unknown', true, '能连到 registry.lab:5000'],
    ['cannot reach', 'Get "https://registry.lab:5000/v2/": dial tcp: connection refused', false, /^registry\.lab:5000：/],
    ['is not let into', 'unauthorized: authentication required', false, /^registry\.lab:5000：/],
  ])('finds a registry that the host %s', async (_, error, ok, said) => {
    const pulls: FakeEngineRoutes = [
      [/^GET \/images\/zhisuan/, { status: 404, body: { message: 'No such image' } }],
      [/^POST \/images\/create/, { status: 200, body: { error } }],
    ]
    const registry = new SavedImageRegistry(new URL('https://registry.lab:5000'))
    const found = byItem(await check({}, tell(), { registry }, [], '1.47', pulls)).registry!
    expect(found).toMatchObject({ ok, found: typeof said === 'string' ? said : expect.stringMatching(said) })
    expect(found.mend ?? '').toMatch(ok ? /^$/ : /DOCKER_REGISTRY_AUTH/)
  })

  it('says of a host that cannot be asked what is missing, and of the rest what it knows', async () => {
    engine = await startFakeEngine([
      [/^GET \/info$/, { status: 200, body: sound }],
      [/^GET \/version$/, { status: 200, body: { Version: '27.3.1', ApiVersion: '1.47' } }],
      [/^GET \/images\/json/, { status: 200, body: [] }],
      [/^GET \/containers/, { status: 404, body: { message: 'No such container' } }],
    ])
    const access = { by: 'unix', socket_path: engine.socket_path } as const
    const found = await checkEngine({ access, clock: new HeldClock(), installation_id: 'zhisuan', host_check: 'skipped' })
    expect(faulty(found)).toEqual(['probe'])
    expect(byItem(found).probe!.found).toMatch(/docker pull busybox/)
    expect(byItem(found)).not.toHaveProperty('cards')
  })

  it.each([
    [{ by: 'unix', socket_path: '/nowhere.sock' }, /nowhere\.sock/],
    [{ by: 'https', host: '127.0.0.1', port: 1, ca: '', cert: '', key: '' }, /证书/],
  ] as const)('of an engine that does not answer has one finding: %j', async (access, mend) => {
    const found = await checkEngine({ access, clock: new HeldClock(), installation_id: 'zhisuan' })
    expect(found).toMatchObject([{ item: 'engine', ok: false, mend: expect.stringMatching(mend) }])
  })
})

defineDockerCases(() =>
  describe('docker: the check of a real engine', () => {
    it('finds what the engine is and what the host has, and leaves nothing behind', async () => {
      const world = await createDockerWorld()
      const options: DockerOptions = { ...world.options, host_check: 'required', check_image: world.image, virtual_gpus: [] }
      const found = byItem(await checkEngine(options))
      expect(found).toMatchObject({
        ...{ engine: { ok: true }, kernel: { ok: true }, clock: { ok: true }, probe: { ok: true }, isolation: { ok: true } },
        disk: { found: expect.stringMatching(/所在的磁盘共 \d+ GB/) },
      })
      const filters = { label: [`zhisuan.probe=${world.installation_id}`] }
      expect(await world.docker.listContainers({ all: true, filters })).toEqual([])
      await world.end()
    })
  }),
)
