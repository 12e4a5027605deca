import type { ContainerCreateOptions } from 'dockerode'
import { parseQuantity } from '#server/adapters/compute.kubernetes/quantities.ts'
import type { ClusterApi } from './cluster-api.ts'
import { listCapabilities } from './newer-spec.ts'
import type { EnvEntry, KeyedValues, Pod, PodContainer } from './objects.ts'

/** How many CPUs of a pretended node there really are, under which label, and what the container is joined to. */
interface Place {
  cpus: number
  labels: Record<string, string>
  binds: string[]
  env: string[]
  /** The container whose network the pod has. */
  network?: string
}

/** What the engine is to make of a pod's container. */
export function planPodContainer(pod: Pod, container: PodContainer, place: Place): ContainerCreateOptions {
  const { command, args, workingDir, tty = false, stdin = false, securityContext = {}, resources } = container
  const { cpu, memory } = resources?.limits ?? {}
  const bytes = memory === undefined ? 0 : Math.ceil(parseQuantity(memory))
  const cpus = cpu === undefined ? 0 : Math.min(parseQuantity(cpu), place.cpus)
  const { runAsUser, readOnlyRootFilesystem, capabilities, seccompProfile } = securityContext
  return {
    Image: container.image,
    ...(command && { Entrypoint: command }),
    // without its own command an image's arguments are replaced as well
    ...((args || command) && { Cmd: args ?? [] }),
    ...(workingDir && { WorkingDir: workingDir }),
    ...(runAsUser !== undefined && { User: String(runAsUser) }),
    ...(!place.network && { Hostname: pod.spec.hostname ?? pod.metadata.name }),
    Env: place.env,
    Tty: tty,
    OpenStdin: stdin,
    Labels: place.labels,
    HostConfig: {
      Binds: place.binds,
      Memory: bytes,
      MemorySwap: bytes,
      NanoCpus: Math.round(cpus * 1e9),
      ...(place.network && { NetworkMode: `container:${place.network}` }),
      ReadonlyRootfs: readOnlyRootFilesystem ?? false,
      CapAdd: [...(capabilities?.add ?? []), ...listCapabilities(pod)],
      CapDrop: capabilities?.drop ?? [],
      // as without a profile in a cluster
      SecurityOpt: seccompProfile?.type === 'RuntimeDefault' ? [] : ['seccomp=unconfined'],
    },
  }
}

/** The variables of a container, and those that a device plugin would add for its cards. */
export async function readEnv(
  api: ClusterApi,
  pod: Pod,
  container: PodContainer,
  cards: ReadonlyMap<string, number[]>,
): Promise<string[]> {
  const own = await Promise.all((container.env ?? []).map(async (entry) => [entry.name, await readValue(api, pod, entry)]))
  const given = Object.keys(container.resources?.limits ?? {}).includes('nvidia.com/gpu')
    ? (cards.get('nvidia.com/gpu') ?? [])
    : []
  const visible = given.map((slot) => `GPU-${pod.spec.nodeName}-${slot}`).join(',')
  return [
    ...own.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
    ...(visible === '' ? [] : [`NVIDIA_VISIBLE_DEVICES=${visible}`]),
  ]
}

async function readValue(api: ClusterApi, pod: Pod, { value, valueFrom }: EnvEntry): Promise<string | undefined> {
  if (!valueFrom) return value ?? ''
  const { secretKeyRef, configMapKeyRef, fieldRef } = valueFrom
  const of = `/api/v1/namespaces/${pod.metadata.namespace}`
  if (secretKeyRef) {
    const { data } = await api.get<KeyedValues>(`${of}/secrets/${secretKeyRef.name}`)
    return Buffer.from(data?.[secretKeyRef.key] ?? '', 'base64').toString()
  }
  if (configMapKeyRef) return (await api.get<KeyedValues>(`${of}/configmaps/${configMapKeyRef.name}`)).data?.[configMapKeyRef.key]
  const fields: Record<string, string | undefined> = {
    'metadata.name': pod.metadata.name,
    'metadata.namespace': pod.metadata.namespace,
    'metadata.uid': pod.metadata.uid,
    'spec.nodeName': pod.spec.nodeName,
  }
  const path = fieldRef?.fieldPath ?? ''
  if (!(path in fields)) throw new Error(`the stand-in kubelet knows no such field: ${path}`)
  return fields[path]
}
