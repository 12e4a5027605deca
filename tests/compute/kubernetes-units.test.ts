import { rootCertificates } from 'node:tls'
import { PersistentVolumeClaim, Pod } from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { checkImageHome } from '#server/adapters/compute.kubernetes/check-cluster.ts'
import { buildClaim } from '#server/adapters/compute.kubernetes/disk-claim.ts'
import { readKubeconfig } from '#server/adapters/compute.kubernetes/kubeconfig.ts'
import { buildMetadata } from '#server/adapters/compute.kubernetes/names.ts'
import type { ClusterPod, PodContainerStatus, PodEvent } from '#server/adapters/compute.kubernetes/objects.ts'
import {
  buildCopyPod,
  buildMainPod,
  buildPullPod,
  buildSavePod,
  buildSeedPod,
} from '#server/adapters/compute.kubernetes/pod-plan.ts'
import { readFolders } from '#server/adapters/compute.kubernetes/pod-scripts.ts'
import { computePodState } from '#server/adapters/compute.kubernetes/pod-state.ts'
import { parseQuantity } from '#server/adapters/compute.kubernetes/quantities.ts'
import { completeKubernetesSettings } from '#server/adapters/compute.kubernetes/settings.ts'
import { ImageSources } from '#server/adapters/oci-registry/image-sources.ts'
import { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { startTestRegistry } from './registry.ts'

const now = new Date('2026-11-29T08:00:00Z')
const image = 'zhisuan/pytorch:2.6'

function buildPod(status: ClusterPod['status'], main?: PodContainerStatus['state']): ClusterPod {
  const metadata = { name: 'p', uid: '1', resourceVersion: '1', creationTimestamp: now.toISOString() }
  const containerStatuses = main ? [{ name: 'main', state: main }] : []
  return { metadata, spec: { containers: [{}] }, status: { containerStatuses, ...status } }
}
const buildEvent = (reason: string, message = ''): PodEvent => ({ ...buildPod({}), reason, message })
const stateOf = (pod: ClusterPod, ...events: PodEvent[]) => computePodState(pod, image, events, now)

describe('kubernetes: what is made of a pod', () => {
  it('runs since its container does', () => {
    const running = { startedAt: '2026-11-29T07:00:00Z' }
    expect(stateOf(buildPod({ phase: 'Running' }, { running }))).toEqual({
      phase: 'running',
      started_at: new Date(running.startedAt),
    })
  })

  it.each([
    ['was killed for memory', { reason: 'OOMKilled', exitCode: 137 }, 'OutOfMemory'],
    ['was killed', { reason: 'Error', exitCode: 137 }, 'Killed'],
    ['ended with an error', { reason: 'Error', exitCode: 3 }, 'ExitedError'],
    [
      'could not be started without its cards',
      { reason: 'StartError', exitCode: 128, message: 'nvidia-container-cli: nvml error' },
      'GpuMissing',
    ],
  ])('failed when it %s', (_, terminated, reason) => {
    expect(stateOf(buildPod({ phase: 'Failed' }, { terminated }))).toMatchObject({ phase: 'failed', reason })
  })

  it('has stopped when its program ended well', () => {
    const terminated = { reason: 'Completed', exitCode: 0 }
    expect(stateOf(buildPod({ phase: 'Succeeded' }, { terminated }))).toMatchObject({ phase: 'stopped', reason: 'ExitedOk' })
  })

  it.each([
    ['Evicted', 'Evicted'],
    ['UnexpectedAdmissionError', 'NoCapacity'],
    ['OutOfcpu', 'NoCapacity'],
    ['NodeShutdown', 'NodeLost'],
  ])('says of a pod that ended as %s: %s', (told, reason) => {
    expect(stateOf(buildPod({ phase: 'Failed', reason: told, message: 'why' }))).toMatchObject({ phase: 'failed', reason })
  })

  it.each([
    ['manifest unknown', 'ImageNotFound'],
    ['pull access denied: unauthorized', 'ImagePullFailed'],
    ['dial tcp 10.0.0.1:443: i/o timeout', 'ImagePullFailed'],
  ])('tells why an image could not be pulled (%s), also while it backs off', (cause, reason) => {
    const at = (waiting: { reason: string; message: string }) => buildPod({ phase: 'Pending' }, { waiting })
    const failed = buildEvent('Failed', `Failed to pull image "${image}": ${cause}`)
    const pulling = stateOf(at({ reason: 'ErrImagePull', message: cause }))
    const backingOff = stateOf(at({ reason: 'ImagePullBackOff', message: `Back-off pulling image "${image}"` }), failed)
    for (const seen of [pulling, backingOff]) {
      expect(seen).toMatchObject({ phase: 'failed', reason, message: expect.stringContaining(image) })
    }
  })

  it('is pulling while its newest event says so', () => {
    const waiting = buildPod({ phase: 'Pending' }, { waiting: { reason: 'ContainerCreating' } })
    expect(stateOf(waiting, buildEvent('Scheduled'), buildEvent('Pulling')).phase).toBe('pulling')
    expect(stateOf(waiting, buildEvent('Pulling'), buildEvent('Pulled')).phase).toBe('creating')
    expect(stateOf(waiting).phase).toBe('creating')
  })

  it('has no room only if that lasts, and not while it waits for its disk', () => {
    const refused = (message: string, secondsAgo: number) => {
      const lastTransitionTime = new Date(now.getTime() - secondsAgo * 1000).toISOString()
      const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message, lastTransitionTime } as const
      return stateOf(buildPod({ phase: 'Pending', conditions: [condition] }))
    }
    expect(refused('1 Insufficient nvidia.com/gpu', 5).phase).toBe('creating')
    expect(refused('1 Insufficient nvidia.com/gpu', 60)).toMatchObject({ phase: 'failed', reason: 'NoCapacity' })
    expect(refused('pod has unbound immediate PersistentVolumeClaims', 600).phase).toBe('creating')
  })
})

const spec: InstanceSpec = {
  installation_id: 'zhisuan',
  id: 'inst-1',
  generation: 2,
  host: 'node-a',
  image,
  cpu: 1.5,
  memory_mb: 2048,
  gpu_model: 'A100',
  gpu_uuids: [],
  sys_disk_gb: 30,
  data_disk_gb: 50,
  hostname: 'GPU-Box',
  authorized_keys: ['ssh-ed25519 AAAA secret@key'],
}
const record = { desired: 'running', boot: 3, since: now.toISOString(), host: 'node-a', image, folders: ['etc', 'root'] } as const
const settings = completeKubernetesSettings({
  access: { server: 'https://127.0.0.1:6443', namespace: 'zhisuan' },
  clock: { now: () => now, sleep: async () => undefined },
  installation_id: 'zhisuan',
})
const plan = (changes: Partial<InstanceSpec> = {}, more: object = {}) =>
  buildMainPod(settings, { ...spec, ...changes }, { ...record, ...more }, 'nvidia.com/gpu')

describe('kubernetes: what a pod is made with', () => {
  it('asks for its node through the scheduler, has no account of the cluster, and gains no rights', () => {
    const { spec: made } = plan()
    expect(made).toMatchObject({ automountServiceAccountToken: false, restartPolicy: 'Never', hostname: 'gpu-box' })
    expect(made).not.toHaveProperty('nodeName')
    expect(JSON.stringify(made.affinity)).toContain('"matchFields":[{"key":"metadata.name","operator":"In","values":["node-a"]}]')
    for (const { securityContext } of [...made.containers, ...made.initContainers!]) {
      expect(securityContext).toMatchObject({
        privileged: false,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
    }
    expect(JSON.stringify(made)).not.toMatch(/hostPath|hostNetwork|hostPID/)
  })

  it('requests what it may use at most, and whole cards by the name of its vendor', () => {
    const resources = (pod: ReturnType<typeof plan>) => pod.spec.containers[0]!.resources
    const held = { cpu: '1500m', memory: '2048Mi' }
    expect(resources(plan())).toMatchObject({ requests: held, limits: held })
    const cards = { ...held, 'nvidia.com/gpu': '2' }
    expect(resources(plan({ gpu_uuids: ['node-a:0', 'node-a:1'] }))).toMatchObject({ requests: cards, limits: cards })
  })

  it('lets an image for cards see none where none were rented', () => {
    const env = (pod: ReturnType<typeof plan>) => pod.spec.containers[0]!.env
    expect(env(plan())).toContainEqual({ name: 'NVIDIA_VISIBLE_DEVICES', value: 'void' })
    expect(env(plan({ gpu_uuids: ['node-a:0'] }))).toEqual([])
    expect(buildSeedPod(settings, spec).spec.containers[0]!.env).toContainEqual({ name: 'NVIDIA_VISIBLE_DEVICES', value: 'void' })
  })

  it('mounts the folders of the system disk where the image has them, and keeps keys out of the environment', () => {
    const pod = plan()
    expect(pod.spec.containers[0]!.volumeMounts).toContainEqual({ name: 'disk', mountPath: '/etc', subPath: 'folders/etc' })
    expect(JSON.stringify(pod)).not.toContain('secret@key')
  })

  it('replaces a shell that would end at once, and gives a terminal where nobody knows the command', () => {
    const main = (command?: object) => plan({}, command && { command }).spec.containers[0]!
    expect(main({ Cmd: ['bash'] }).command).toEqual(expect.arrayContaining(['/bin/sh', '-c']))
    expect(main({ Cmd: ['jupyter', 'lab'] })).not.toHaveProperty('command')
    expect(main({ Cmd: ['jupyter', 'lab'] })).not.toHaveProperty('tty')
    expect(main()).toMatchObject({ stdin: true, tty: true })
  })

  it('is what the API of newer clusters takes, in every part of it', () => {
    const mounts = [{ source: '/srv/volumes/u1', target: '/storage', read_only: false }]
    const shared = {
      ...settings,
      shared_folder: { path: '/srv/volumes', claim: 'files' },
      pull_secret: 'registry',
      runtime_class: 'gvisor',
    }
    const taints = { ...shared, tolerated_taints: ['nvidia.com/gpu'] }
    const pods = [
      buildSeedPod(taints, spec),
      buildMainPod(taints, { ...spec, mounts, gpu_uuids: ['node-a:0'] }, record, 'nvidia.com/gpu'),
      buildCopyPod(taints, spec, { ...spec, id: 'inst-2' }, image),
      buildPullPod(taints, 'node-a', image),
      buildSavePod(taints, { ref: spec, record }, `lab/base@sha256:${'0'.repeat(64)}`),
    ]
    for (const pod of pods) expect(() => new Pod(pod as never).validate()).not.toThrow()
    expect(() => new Pod({ ...pods[0], spec: {} } as never).validate()).toThrow()
    const claim = buildClaim(buildMetadata('disk', spec, 'data-disk'), 50, 'fast')
    expect(() => new PersistentVolumeClaim(claim as never).validate()).not.toThrow()
    expect(pods[1]!.spec.containers[0]!.volumeMounts).toContainEqual({
      name: 'shared',
      mountPath: '/storage',
      subPath: 'u1',
      readOnly: false,
    })
  })

  it('reads the folders that a seed names, and nothing else it prints', () => {
    expect(
      readFolders(['2026-11-29T08:00:00.000Z folder etc', '2026-11-29T08:00:00.000Z cp: folder x', '… folder ../a']),
    ).toEqual(['etc'])
  })

  it.each([
    ['500m', 0.5],
    ['64Mi', 2 ** 26],
    ['2', 2],
    ['1e3', 1000],
    ['x', 0],
  ])('reads the quantity %s', (text, value) => expect(parseQuantity(text)).toBe(value))
})

describe('kubernetes: a kubeconfig', () => {
  it('gives address, authority and token of its current context', () => {
    const ca = rootCertificates[0]!
    const access = { server: 'https://10.0.0.5:6443', namespace: 'lab', ca, token: 't0ken' }
    expect(readKubeconfig(writeKubeconfig({ ca }))).toEqual({ access })
  })

  it.each([
    ['is no YAML', ': : :', '不是 kubeconfig'],
    ['would run a program', { user: { exec: { command: 'sh' } } }, 'exec'],
    ['names a file of ours', { user: { tokenFile: '/etc/passwd' } }, '令牌文件'],
    ['names a certificate file', { cluster: { 'certificate-authority': '/etc/ssl/ca.pem' } }, '文件路径'],
    ['trusts anybody', { cluster: { 'insecure-skip-tls-verify': true } }, 'insecure-skip-tls-verify'],
    ['speaks without TLS', { cluster: { server: 'http://10.0.0.5:8080' } }, 'https://'],
    ['has no such context', { current: 'other' }, 'current-context'],
    ['signs in with nothing', { user: {} }, '没有令牌'],
    ['has a certificate that is none', { cluster: { 'certificate-authority-data': 'eA==' } }, '证书读不出来'],
    ['unfolds to any size', 'a: &a [x]\nclusters: [*a, *a]', '不是 kubeconfig'],
  ])('that %s is refused with the reason', (_, given, words) => {
    const text = typeof given === 'string' ? given : writeKubeconfig(given)
    expect(readKubeconfig(text)).toEqual({ fault: expect.stringContaining(words) })
  })
})

function writeKubeconfig({
  ca,
  cluster,
  user,
  current = 'a',
}: {
  ca?: string
  cluster?: object
  user?: object
  current?: string
}) {
  const server = 'https://10.0.0.5:6443'
  const authority = ca && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }
  return JSON.stringify({
    'current-context': current,
    clusters: [{ name: 'c', cluster: { server, ...authority, ...cluster } }],
    users: [{ name: 'u', user: user ?? { token: 't0ken' } }],
    contexts: [{ name: 'a', context: { cluster: 'c', user: 'u', namespace: 'lab' } }],
  })
}

describe('kubernetes: a check of the registry of saved images', () => {
  it('says whether the platform gets there, and how to mend that it does not', async () => {
    const home = await startTestRegistry()
    const check = (address: string) => checkImageHome({ registry: new SavedImageRegistry(new URL(`http://${address}`)) })
    expect(await check(home.address)).toEqual({ item: 'registry', ok: true, found: expect.stringContaining(home.address) })
    await home.close()
    expect(await check('127.0.0.1:1')).toEqual({
      item: 'registry',
      ok: false,
      found: expect.stringContaining('127.0.0.1:1'),
      mend: expect.stringContaining('DOCKER_REGISTRY_AUTH'),
    })
  })

  it('says that without one nothing is saved', async () => {
    expect(await checkImageHome({})).toMatchObject({ ok: true, mend: expect.stringContaining('REGISTRY_URL') })
  })
})

describe('kubernetes: the command of an image', () => {
  it('is asked of its registry, and unknown where that does not answer', async () => {
    const registry = await startTestRegistry()
    const sources = new ImageSources(new Map(), new Set([registry.address, '127.0.0.1:1']))
    const find = (image: string) => sources.findCommand(image)
    expect(await find(`${registry.address}/zhisuan/tiny:1`)).toEqual({ Entrypoint: undefined, Cmd: ['/hello'] })
    expect(await find(`${registry.address}/zhisuan/missing:1`)).toBeUndefined()
    expect(await find('127.0.0.1:1/zhisuan/tiny:1')).toBeUndefined()
    await registry.close()
  })
})
