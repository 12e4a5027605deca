import { basename } from 'node:path'
import type { ContainerCreateOptions, MountSettings } from 'dockerode'
import type { VendorName } from '#contract/vendors.ts'
import type { CardReading, CardSupport, ContainerCards } from '#server/adapters/compute.shared/accelerators/profile.ts'
import { acceleratorProfiles, getAcceleratorProfile } from '#server/adapters/compute.shared/accelerators/profiles.ts'
import { instanceCapabilities } from '#server/adapters/compute.shared/instance-capabilities.ts'
import type { FolderMount, InstanceSpec } from '#server/ports/compute.ts'
import { buildLabels, formatContainerName, formatNetworkName, formatVolumeName, savedImageLabels } from './names.ts'

/** Settings taken from the image or from the container that is replaced. */
export interface ContainerOrigin {
  image: string
  env: readonly string[]
  /** Overrides; absent fields use the image's values. */
  command: Pick<ContainerCreateOptions, 'Entrypoint' | 'Cmd' | 'WorkingDir' | 'User'>
}

const mib = 2 ** 20
const maxProcesses = 4096
/** Libraries named by an image would also load into the GPU toolkit's own programs. */
const libraryInjection = /^LD_(?:PRELOAD|AUDIT)=/

export interface ContainerPlanOptions {
  /** Real cards to pass, all of one vendor; simulated ones are only labels. */
  cards: readonly CardReading[]
  /** What there is to pass them with. */
  support: CardSupport
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
  const { vendor, granted } = grantCards(given)
  const runtime = granted.runtime ?? given.runtime
  return {
    name: formatContainerName(spec),
    Image: origin.image,
    ...origin.command,
    Hostname: spec.hostname,
    Labels: { ...buildLabels(spec), ...savedImageLabels },
    Env: buildEnvironment(origin.env, vendor, granted.visible),
    HostConfig: {
      NanoCpus: Math.round(spec.cpu * 1e9),
      Memory: spec.memory_mb * mib,
      MemorySwap: spec.memory_mb * mib,
      ShmSize: Math.floor(spec.memory_mb / 2) * mib,
      PidsLimit: maxProcesses,
      CapDrop: ['ALL'],
      CapAdd: [...instanceCapabilities],
      SecurityOpt: ['no-new-privileges'],
      Init: true,
      ...(runtime !== undefined ? { Runtime: runtime } : {}),
      RestartPolicy: { Name: 'no' },
      NetworkMode: formatNetworkName(spec.installation_id),
      LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '3' } },
      Mounts: [
        { Type: 'volume', Source: formatVolumeName(spec), Target: '/workspace' },
        ...(spec.mounts ?? []).map(toBindMount),
        ...(given.lxcfs_files ?? []).map(toProcMount),
        ...(granted.files ?? []).map((file) => toBindMount({ source: file, target: file, read_only: true })),
      ],
      ...(given.disk_quota && spec.sys_disk_gb > 0 ? { StorageOpt: { size: `${spec.sys_disk_gb}G` } } : {}),
      ...(granted.devices ? { Devices: granted.devices.map(toDevice) } : {}),
      ...(granted.device_requests ? { DeviceRequests: granted.device_requests } : {}),
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

const toDevice = (file: string) => ({ PathOnHost: file, PathInContainer: file, CgroupPermissions: 'rw' })

/** A runtime that replaces the engine's, such as gVisor, leaves no room for the vendor's: then the device files are passed. */
function grantCards({ cards, support, runtime }: ContainerPlanOptions): { vendor?: VendorName; granted: ContainerCards } {
  const [first] = cards
  if (!first) return { granted: {} }
  const { vendor, driver_files: driverFiles, grant } = getAcceleratorProfile(first.vendor)
  const files = support.files.filter((file) => driverFiles.includes(file))
  return { vendor, granted: grant(cards, { runtimes: runtime === undefined ? support.runtimes : [], files }) }
}

/**
 * Limits the visible cards: images for cards request all, and get them if the vendor's runtime is the default. Empties variables
 * that Podman cannot unset.
 */
function buildEnvironment(inherited: readonly string[], vendor: VendorName | undefined, visible: string | undefined): string[] {
  const emptied = inherited.filter((entry) => libraryInjection.test(entry)).map((entry) => `${entry.split('=', 1)[0]}=`)
  const asks = (name: string) => inherited.some((entry) => entry.startsWith(`${name}=`))
  const requests = acceleratorProfiles.flatMap(({ vendor: its, request }) => (request ? { ...request, its } : []))
  const kept = inherited.filter(
    (entry) => !libraryInjection.test(entry) && !requests.some(({ name }) => entry.startsWith(`${name}=`)),
  )
  const answers = requests.flatMap(({ name, none, always, its }) => {
    if (its === vendor && visible !== undefined) return `${name}=${visible}`
    return always || asks(name) ? `${name}=${none}` : []
  })
  return [...kept, ...emptied, ...answers]
}
