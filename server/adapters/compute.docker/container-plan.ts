import { basename } from 'node:path'
import type { ContainerCreateOptions, MountSettings } from 'dockerode'
import type { FolderMount, InstanceSpec } from '#server/ports/compute.ts'
import { buildLabels, formatContainerName, formatNetworkName, formatVolumeName, snapshotLabel } from './names.ts'

/** What is taken over from the image, or from the container that this one replaces. */
export interface ContainerOrigin {
  image: string
  env: readonly string[]
  /** Overrides; what is absent is the image's own. */
  command: Pick<ContainerCreateOptions, 'Entrypoint' | 'Cmd' | 'WorkingDir' | 'User'>
}

const mib = 2 ** 20
/** What sshd and apt need as root, and nothing a container could leave itself with. */
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
/** A library named by an image is loaded into the GPU toolkit's own programs as well. */
const libraryInjection = /^LD_(?:PRELOAD|AUDIT)=/

export interface ContainerPlanOptions {
  /** Pass devices; cards of a host without any are only labels. */
  real_gpus: boolean
  disk_quota: boolean
  /** Of lxcfs: what stands in for files of the same name in /proc, with the container's own limits in them. */
  lxcfs_files?: readonly string[]
  /** Instead of the engine's usual one. */
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

/** Private: what is mounted on either side later is not seen on the other. */
const toBindMount = ({ source, target, read_only: readOnly }: FolderMount): MountSettings => ({
  Type: 'bind',
  Source: source,
  Target: target,
  ReadOnly: readOnly,
  BindOptions: { Propagation: 'rprivate' },
})

const toProcMount = (file: string): MountSettings =>
  toBindMount({ source: file, target: `/proc/${basename(file)}`, read_only: true })

/** CUDA images ask for all cards; where nvidia is the default runtime they would get them. Podman cannot unset, so emptied. */
function buildEnvironment(inherited: readonly string[], uuids: readonly string[]): string[] {
  const emptied = inherited.filter((entry) => libraryInjection.test(entry)).map((entry) => `${entry.split('=', 1)[0]}=`)
  const kept = inherited.filter((entry) => !libraryInjection.test(entry) && !entry.startsWith('NVIDIA_VISIBLE_DEVICES='))
  return [...kept, ...emptied, `NVIDIA_VISIBLE_DEVICES=${uuids.join(',') || 'void'}`]
}
