import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type Docker from 'dockerode'
import { parseQuantity } from '#server/adapters/compute.kubernetes/quantities.ts'
import { volumeNameOf } from './claims.ts'
import type { ClusterApi } from './cluster-api.ts'
import { listImageVolumes } from './newer-spec.ts'
import type { Claim, KeyedValues, PersistentVolume, Pod, PodContainer, PodVolume } from './objects.ts'

/** Where each of a pod's volumes lies on this machine, which is the engine's. */
export type MountPoints = ReadonlyMap<string, string>

const namePodVolume = (pod: Pod, volume: string) => `pod-${pod.metadata.uid}-${volume}`

/** Makes what is the pod's own and finds what is not; throws in a kubelet's words while something is missing. */
export async function prepareVolumes(api: ClusterApi, docker: Docker, label: string, pod: Pod): Promise<MountPoints> {
  const points = new Map<string, string>()
  for (const volume of pod.spec.volumes ?? []) points.set(volume.name, await prepareVolume(api, docker, label, pod, volume))
  return points
}

async function prepareVolume(api: ClusterApi, docker: Docker, label: string, pod: Pod, volume: PodVolume): Promise<string> {
  const of = `/api/v1/namespaces/${pod.metadata.namespace}`
  const claimName = volume.persistentVolumeClaim?.claimName
  if (claimName) {
    const claim = await api.get<Claim>(`${of}/persistentvolumeclaims/${claimName}`)
    if (claim.status.phase !== 'Bound') throw new Error(`persistentvolumeclaim "${claimName}" is not bound`)
    const path = `/api/v1/persistentvolumes/${claim.spec.volumeName}`
    const { spec } = await api.get<PersistentVolume>(path)
    return spec.hostPath?.path ?? findMountPoint(docker, volumeNameOf(claim))
  }
  const { emptyDir, secret, configMap } = volume
  if (!emptyDir && !secret && !configMap) throw new Error(`the stand-in kubelet knows no such volume: ${JSON.stringify(volume)}`)
  const name = namePodVolume(pod, volume.name)
  const inMemory = emptyDir?.medium === 'Memory' && { type: 'tmpfs', device: 'tmpfs', o: sizeOf(emptyDir.sizeLimit) }
  await docker.createVolume({ Name: name, Labels: { [label]: '' }, ...(inMemory && { DriverOpts: inMemory }) })
  const point = await findMountPoint(docker, name)
  if (secret) {
    const { data = {} } = await api.get<KeyedValues>(`${of}/secrets/${secret.secretName}`)
    await writeKeys(point, data, 'base64', secret)
  }
  if (configMap) {
    const { data = {} } = await api.get<KeyedValues>(`${of}/configmaps/${configMap.name}`)
    await writeKeys(point, data, 'utf8', configMap)
  }
  return point
}

const sizeOf = (limit: string | undefined): string => (limit ? `size=${parseQuantity(limit)}` : 'size=64m')

async function findMountPoint(docker: Docker, name: string): Promise<string> {
  return (await docker.getVolume(name).inspect()).Mountpoint
}

async function writeKeys(
  point: string,
  data: Record<string, string>,
  encoding: 'base64' | 'utf8',
  { items, defaultMode = 0o644 }: NonNullable<PodVolume['secret' | 'configMap']>,
): Promise<void> {
  for (const { key, path, mode = defaultMode } of items ??
    Object.keys(data).map((key) => ({ key, path: key, mode: undefined }))) {
    const value = data[key]
    if (value === undefined) throw new Error(`references non-existent key: ${key}`)
    const file = join(point, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, value, encoding)
    await chmod(file, mode)
  }
}

/** A container's volumes as bind mounts: unlike a named volume, they hide what the image has there, as they do in a cluster. */
export async function listBinds(pod: Pod, container: PodContainer, points: MountPoints): Promise<string[]> {
  const binds: string[] = []
  const images = new Set(listImageVolumes(pod).map(({ name }) => name))
  for (const { name, mountPath, subPath, readOnly } of container.volumeMounts ?? []) {
    const source = join(points.get(name)!, subPath ?? '')
    if (subPath) await mkdir(source, { recursive: true })
    binds.push(`${source}:${mountPath}${readOnly || images.has(name) ? ':ro' : ''}`)
  }
  return binds
}

/** A volume that a container still uses is left for the next try, or for the end of the kubelet. */
export async function removePodVolumes(docker: Docker, pod: Pod): Promise<void> {
  const own = (pod.spec.volumes ?? []).filter(({ persistentVolumeClaim }) => !persistentVolumeClaim)
  for (const { name } of own) {
    await docker
      .getVolume(namePodVolume(pod, name))
      .remove()
      .catch(() => undefined)
  }
}
