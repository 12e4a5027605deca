import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect } from 'vitest'
import { systemClock } from '#server/adapters/clock.system.ts'
import { KubernetesDriver } from '#server/adapters/compute.kubernetes/kubernetes-driver.ts'
import { buildSelector, formatDataDiskName } from '#server/adapters/compute.kubernetes/names.ts'
import type { KubernetesOptions } from '#server/adapters/compute.kubernetes/settings.ts'
import { ImageSources } from '#server/adapters/oci-registry/image-sources.ts'
import { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { ClusterAccess } from '#server/ports/engines.ts'
import { waitUntil } from '#tests/support/until.ts'
import { Ground, groundLabel } from './kubelet/ground.ts'
import type { Pod } from './kubelet/objects.ts'
import { type RealRegistry, startRealRegistry } from './real-registry.ts'
import { startTestRegistry, type TestRegistry } from './registry.ts'
import type { DriverWorld } from './world.ts'

const image = process.env.TEST_IMAGE ?? 'zhisuan/base:test'
const sharedClaim = 'shared'

/** Secret with the login of the registry that is the home of saved images. */
const pullSecret = 'registry-login'

export interface KubernetesWorld extends DriverWorld {
  ground: Ground
  options: KubernetesOptions
}

/** A namespace with two nodes of two cards each, for the worlds of a whole file; `saves`: with a home of saved images. */
export interface KubernetesGround {
  ground: Ground
  registry: TestRegistry
  /** Home of saved images. */
  home?: RealRegistry
  createWorld(changes?: Partial<KubernetesOptions>): Promise<KubernetesWorld>
  end(): Promise<void>
}

/** Reads how the throwaway cluster is reached. */
export function readClusterAccess(namespace: string): ClusterAccess {
  const text = readFileSync(join(process.env.TEST_CLUSTER!, 'kubeconfig'), 'utf8')
  const { clusters, users } = JSON.parse(text) as {
    clusters: { cluster: { server: string; 'certificate-authority-data': string } }[]
    users: { user: { token: string } }[]
  }
  const { server, 'certificate-authority-data': ca } = clusters[0]!.cluster
  return { server, namespace, ca: Buffer.from(ca, 'base64').toString(), token: users[0]!.user.token }
}

export async function createKubernetesGround({ saves = false } = {}): Promise<KubernetesGround> {
  const suffix = randomBytes(3).toString('hex')
  const labels = { 'nvidia.com/gpu.product': 'NVIDIA-GeForce-RTX-4090' }
  const node = { cpu: 8, memory: '32Gi', resources: { 'nvidia.com/gpu': 2 }, labels }
  const ground = await Ground.create(['a', 'b'].map((name) => ({ name: `node-${name}-${suffix}`, ...node })))
  const registry = await startTestRegistry()
  await shareFolder(ground, tmpdir())
  const home = saves ? await startHome(ground) : undefined
  return {
    ground,
    registry,
    ...(home && { home }),
    createWorld: async (changes) =>
      createWorld(ground, registry, { ...(home && usingHome(home, [registry.address])), ...changes }),
    end: async () => {
      await ground.end()
      await home?.close()
      await registry.close()
    },
  }
}

/** A registry that has the images of instances, which nodes pull from it. */
async function startHome(ground: Ground): Promise<RealRegistry> {
  const home = await startRealRegistry()
  await home.push(ground.docker, image, `team/${image}`)
  const auths = { [home.url.host]: home.login }
  const data = { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') }
  await ground.api.create(ground.path('secrets'), {
    metadata: { name: pullSecret },
    type: 'kubernetes.io/dockerconfigjson',
    data,
  })
  return home
}

/** `others` are registries that speak HTTP without TLS, as `home` does. */
function usingHome(home: RealRegistry, others: readonly string[]): Partial<KubernetesOptions> {
  const sources = new ImageSources(new Map([[home.url.host, home.login]]), new Set([home.url.host, ...others]))
  return {
    registry: new SavedImageRegistry(home.url, home.login),
    image_sources: sources,
    find_image_command: (reference) => sources.findCommand(reference),
    pull_secret: pullSecret,
  }
}

function createWorld(ground: Ground, registry: TestRegistry, changes: Partial<KubernetesOptions> = {}): KubernetesWorld {
  const installationId = `test-${randomBytes(4).toString('hex')}`
  const options: KubernetesOptions = {
    access: readClusterAccess(ground.namespace),
    clock: systemClock,
    installation_id: installationId,
    node_selector: { [groundLabel]: ground.namespace },
    storage_class: ground.kubelet.storage_classes.local,
    shared_folder: { path: tmpdir(), claim: sharedClaim },
    find_image_command: async (reference) => {
      const found = await ground.docker
        .getImage(reference)
        .inspect()
        .catch(() => undefined)
      return found && { Entrypoint: found.Config.Entrypoint, Cmd: found.Config.Cmd }
    },
    ...changes,
  }
  const world: KubernetesWorld = {
    driver: new KubernetesDriver(options),
    ground,
    options,
    installation_id: installationId,
    image,
    missing_image: `${registry.address}/zhisuan/missing:1`,
    serve: (port, folder) => `httpd -p ${port} -h ${folder}`,
    restart: async () => {
      await world.driver.close()
      world.driver = new KubernetesDriver(options)
    },
    unreachable: () => new KubernetesDriver({ ...options, access: { ...options.access, server: 'https://127.0.0.1:1' } }),
    wait: (ms) => after(Math.min(ms, 50)),
    lose: async (id, disks) => {
      if (disks.system) {
        await removeAll(ground, 'pods', buildSelector(installationId, { id, parts: ['main', 'seed'] }))
        await removeAll(ground, 'persistentvolumeclaims', buildSelector(installationId, { id, parts: ['system-disk'] }))
      }
      if (!disks.data) return
      const name = formatDataDiskName({ installation_id: installationId, id, generation: 0 })
      await ground.api.delete(ground.path('persistentvolumeclaims', name))
      await ground.waitUntilGone('persistentvolumeclaims', name)
    },
    end: async () => {
      await world.driver.close()
      for (const kind of ['pods', 'persistentvolumeclaims', 'secrets'])
        await removeAll(ground, kind, buildSelector(installationId))
    },
  }
  return world
}

async function removeAll(ground: Ground, kind: string, selector: string): Promise<void> {
  const query = `labelSelector=${encodeURIComponent(selector)}`
  await ground.api.delete(`${ground.path(kind)}?${query}`, { gracePeriodSeconds: kind === 'pods' ? 1 : 0 })
  await waitUntil(async () => {
    const { items } = await ground.api.get<{ items: Pod[] }>(`${ground.path(kind)}?${query}`)
    expect(items).toEqual([])
  })
}

/** A claim that is a folder of this machine, as a file system is that a server and its cluster share. */
async function shareFolder(ground: Ground, path: string): Promise<void> {
  const volume = `${ground.namespace}-${sharedClaim}`
  const spec = { accessModes: ['ReadWriteMany'], storageClassName: '', resources: { requests: { storage: '1Gi' } } }
  const claim = await ground.api.create<{ metadata: { uid: string } }>(ground.path('persistentvolumeclaims'), {
    metadata: { name: sharedClaim },
    spec: { ...spec, volumeName: volume },
  })
  await ground.api.create('/api/v1/persistentvolumes', {
    metadata: { name: volume },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: spec.accessModes,
      hostPath: { path },
      claimRef: { kind: 'PersistentVolumeClaim', namespace: ground.namespace, name: sharedClaim, uid: claim.metadata.uid },
    },
  })
  const bound = { 'pv.kubernetes.io/bind-completed': 'yes' }
  await ground.api.patch(ground.path('persistentvolumeclaims', sharedClaim), { metadata: { annotations: bound } })
  await ground.api.patch(`${ground.path('persistentvolumeclaims', sharedClaim)}/status`, { status: { phase: 'Bound' } })
}
