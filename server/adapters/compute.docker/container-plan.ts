import { basename } from 'node:path'
import type { ContainerCreateOptions, MountSettings } from 'dockerode'
import type { FolderMount, InstanceSpec } from '#server/ports/compute.ts'
import { buildLabels, formatContainerName, formatNetworkName, formatVolumeName, snapshotLabel } from './names.ts'

/** Settings taken from the image or from the container that is replaced. */
export interface ContainerOrigin {
  image: string
  env: readonly string[]
  /** Overrides; absent fields use the image's values. */
  command: Pick<ContainerCreateOptions, 'Entrypoint' | 'Cmd' | 'WorkingDir' | 'User'>
}

const mib = 2 ** 20
/** Capabilities that sshd and apt need as root; none of them allows a container to escape. */
const capabilities = [
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'NET_BIND_SERVICE',
  'SETGID',
  'SETUID',
  'SYS_CHROOT',
]
const maxProcesses = 4096
/** Libraries named by an image would also load into the GPU toolkit's own programs. */
const libraryInjection = /^LD_(?:PRELOAD|AUDIT)=/

export interface ContainerPlanOptions {
  /** Pass devices to the container; without real cards on the host, cards are only labels. */
  real_gpus: boolean
  disk_quota: boolean
  /** Files of lxcfs that replace those of the same name in /proc and show the container's own limits. */
  lxcfs_files?: readonly string[]
  /** Runtime that replaces the engine's default. */
  runtime?: string
}

export function buildContainerPlan(
  spec: InstanceSpec,
  origin: ContainerOrigin,
  given: ContainerPlanOptions,
): ContainerCreateOptions & { name: string } {
  const uuids = given.real_gpus ? [...spec.gpu_uuids] : []
  return {
    name: formatContainerName(spec),
    Image: origin.image,
    ...origin.command,
    Hostname: spec.hostname,
    Labels: { ...buildLabels(spec), [snapshotLabel]: '' },
    Env: buildEnvironment(origin.env, uuids),
    HostConfig: {
      NanoCpus: Math.round(spec.cpu * 1e9),
      Memory: spec.memory_mb * mib,
      MemorySwap: spec.memory_mb * mib,
      ShmSize: Math.floor(spec.memory_mb / 2) * mib,
      PidsLimit: maxProcesses,
      CapDrop: ['ALL'],
      CapAdd: capabilities,
      SecurityOpt: ['no-new-privileges'],
      Init: true,
      ...(given.runtime !== undefined ? { Runtime: given.runtime } : {}),
      RestartPolicy: { Name: 'no' },
      NetworkMode: formatNetworkName(spec.installation_id),
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
      Mounts: [
        { Type: 'volume', Source: formatVolumeName(spec), Target: '/workspace' },
        ...(spec.mounts ?? []).map(toBindMount),
        ...(given.lxcfs_files ?? []).map(toProcMount),
      ],
      ...(given.disk_quota && spec.sys_disk_gb > 0 ? { StorageOpt: { size: `${spec.sys_disk_gb}G` } } : {}),
      ...(uuids.length > 0
        ? { DeviceRequests: [{ Driver: 'nvidia', DeviceIDs: uuids, Capabilities: [['gpu', 'compute', 'utility']] }] }
        : {}),
    },
  }
}

/** Private propagation: later mounts on either side are invisible to the other. */
const toBindMount = ({ source, target, read_only: readOnly }: FolderMount): MountSettings => ({
  Type: 'bind',
  Source: source,
  Target: target,
  ReadOnly: readOnly,
  BindOptions: { Propagation: 'rprivate' },
})

const toProcMount = (file: string): MountSettings =>
  toBindMount({ source: file, target: `/proc/${basename(file)}`, read_only: true })

/**
 * Limits the visible cards: CUDA images request all, and get them if nvidia is the default runtime. Empties variables that
 * Podman cannot unset.
 */
function buildEnvironment(inherited: readonly string[], uuids: readonly string[]): string[] {
  const emptied = inherited.filter((entry) => libraryInjection.test(entry)).map((entry) => `${entry.split('=', 1)[0]}=`)
  const kept = inherited.filter((entry) => !libraryInjection.test(entry) && !entry.startsWith('NVIDIA_VISIBLE_DEVICES='))
  return [...kept, ...emptied, `NVIDIA_VISIBLE_DEVICES=${uuids.join(',') || 'void'}`]
}
