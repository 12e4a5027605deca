import { createHash } from 'node:crypto'
import type { ContainerInspectInfo } from 'dockerode'
import type { ResourceClaim } from '#server/adapters/compute.shared/admission.ts'
import { computeSnapshotSource, copyLabel, snapshotLabel } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { FolderMount, InstanceRef, InstanceSpec } from '#server/ports/compute.ts'

/** All our label keys. Every container sets each of them, so none can come from an image. */
export const labelKeys = {
  installation: 'zhisuan.installation',
  id: 'zhisuan.id',
  generation: 'zhisuan.generation',
  cpu: 'zhisuan.cpu',
  memory_mb: 'zhisuan.memory_mb',
  gpus: 'zhisuan.gpus',
  mounts: 'zhisuan.mounts',
} as const

export type ContainerLabels = Readonly<Record<string, string>>

export const buildLabels = (spec: InstanceSpec): Record<string, string> => ({
  [labelKeys.installation]: spec.installation_id,
  [labelKeys.id]: spec.id,
  [labelKeys.generation]: String(spec.generation),
  [labelKeys.cpu]: String(spec.cpu),
  [labelKeys.memory_mb]: String(spec.memory_mb),
  [labelKeys.gpus]: spec.gpu_uuids.join(','),
  [labelKeys.mounts]: computeMountsLabel(spec.mounts),
})

/** Computes a label that identifies a set of mounts, independent of their order; empty without mounts. */
const computeMountsLabel = (mounts: readonly FolderMount[] = []): string =>
  mounts.length === 0
    ? ''
    : computeDigest(
        mounts
          .map(({ source, target, read_only: readOnly }) => JSON.stringify([target, source, readOnly]))
          .sort()
          .join('\n'),
      ).slice(0, 32)

/** Returns the instance of a container; undefined if the labels are not ours. */
export function parseLabelRef(labels: ContainerLabels): InstanceRef | undefined {
  const [installationId, id, generation] = [
    labels[labelKeys.installation],
    labels[labelKeys.id],
    Number(labels[labelKeys.generation]),
  ]
  return installationId && id && Number.isSafeInteger(generation)
    ? { installation_id: installationId, id, generation }
    : undefined
}

export const parseLabelGpus = (labels: ContainerLabels): string[] => (labels[labelKeys.gpus] ?? '').split(',').filter(Boolean)

export const parseLabelClaim = (labels: ContainerLabels, host: string): ResourceClaim => ({
  id: labels[labelKeys.id] ?? '',
  host,
  cpu: Number(labels[labelKeys.cpu]) || 0,
  memory_mb: Number(labels[labelKeys.memory_mb]) || 0,
  gpu_uuids: parseLabelGpus(labels),
})

/** Labels of saved images, emptied on containers, which inherit an image's labels. */
export const savedImageLabels = { [snapshotLabel]: '', [copyLabel]: '' }

/** On a data volume: id of the instance it was copied from. */
export const copiedFromLabel = 'zhisuan.copied_from'

/** Labels for temporary containers: assign them to no instance, whatever labels their image has. */
export const emptyLabels: ContainerLabels = {
  ...Object.fromEntries(Object.values(labelKeys).map((key) => [key, ''])),
  ...savedImageLabels,
}

/** Builds the label filter of an installation or of one instance. */
export const buildLabelFilter = (installationId: string, id?: string) => ({
  label: [`${labelKeys.installation}=${installationId}`, ...(id === undefined ? [] : [`${labelKeys.id}=${id}`])],
})

/** Ids contain no dot, so names of two instances never collide. */
export const formatContainerName = ({ installation_id: installationId, id, generation }: InstanceRef): string =>
  `${installationId}.${id}.g${generation}`

const stoppedSuffix = '.off'

/** Marks a container we were asked to stop: labels cannot change, and the engine keeps no such record. */
export const formatStoppedName = (ref: InstanceRef): string => formatContainerName(ref) + stoppedSuffix
export const isStoppedName = (name: string): boolean => name.endsWith(stoppedSuffix)

export const formatVolumeName = ({ installation_id: installationId, id }: InstanceRef): string =>
  `${installationId}.${id}.workspace`
/** Exists while that volume is being filled; it marks an interrupted copy. */
export const formatCopyingName = (ref: InstanceRef): string => `${formatVolumeName(ref)}.copying`
/** Exists while disks arrive from another engine, until they are complete there and gone here; it keeps them hidden. */
export const formatArrivalName = (ref: InstanceRef): string => `${formatVolumeName(ref)}.arriving`
/** Exists while an instance is removed whose disks are complete on another engine. */
export const formatLeavingName = (ref: InstanceRef): string => `${formatVolumeName(ref)}.leaving`
/** Of disks that move: which state of them it is (see `LentDisks`); on the mark of an arrival also what else is known of it. */
export const moveLabels = {
  arrival: 'zhisuan.arrival',
  state: 'zhisuan.disk_state',
  data: 'zhisuan.arrival.data',
  settings: 'zhisuan.arrival.settings',
} as const
/** Name of a system disk on its way, on the engines at both ends. */
export const formatPassingDisk = (ref: InstanceRef): string =>
  buildTemporaryNames(`disk ${formatContainerName(ref)}`).image('disk')
/** Its temporary name in the registry. */
export const formatMovingImage = (ref: InstanceRef): string => `zhisuan/moving:${computeSnapshotSource(ref)}`
export const computeDiskState = ({ Id, State }: Pick<ContainerInspectInfo, 'Id' | 'State'>): string =>
  computeDigest(`${Id} ${State.StartedAt} ${State.FinishedAt}`).slice(0, 32)

export const formatNoteName = (installationId: string, sequence: number): string => `${installationId}.note.${sequence}`
export const noteLabels = {
  sequence: 'zhisuan.note.sequence',
  token: 'zhisuan.note.token',
  free: 'zhisuan.note.free',
} as const
/** The container through which facts of the host are read. Instances' names end with a generation. */
export const formatProbeName = (installationId: string): string => `zhisuan-probe.${installationId}`
export const probeLabels = { installation: 'zhisuan.probe', plan: 'zhisuan.probe.plan' } as const
export const formatNetworkName = (installationId: string): string => `${installationId}.instances`

/** Name of the network's bridge: at most 15 characters; the engine rejects a second network with the same bridge. */
export const formatBridgeName = (installationId: string): string => `zs-${computeDigest(installationId).slice(0, 10)}`

/** Builds deterministic names for temporary objects, so that the next attempt finds what a killed server left. */
export function buildTemporaryNames(what: string) {
  const hash = computeDigest(what).slice(0, 24)
  return {
    image: (step: string) => `zhisuan-passing/${hash}:${step}`,
    container: (step: string) => `zhisuan-passing.${hash}.${step}`,
  }
}

/** True for tags of internal images with instance data; saved images carry `snapshotLabel` instead. */
export const isUnsavedImageTag = (tag: string): boolean => /^(?:localhost\/)?zhisuan-(?:passing|retired|disk)\//.test(tag)

export const retiredRepository = 'zhisuan-retired'
/** The first installation, `zhisuan`, uses `latest`, because its images had no tag. */
const formatRetiredTag = (installationId: string): string => (installationId === 'zhisuan' ? 'latest' : installationId)
/** Name for an image that lost its own name but is still in use. */
export const formatRetiredName = (installationId: string, imageId: string): string =>
  `${retiredRepository}/${computeDigest(imageId).slice(0, 24)}:${formatRetiredTag(installationId)}`
export const isRetiredName = (installationId: string, name: string): boolean =>
  name.startsWith(`${retiredRepository}/`) && name.endsWith(`:${formatRetiredTag(installationId)}`)

export function parseImageReference(image: string): { repo: string; tag: string } {
  const cut = image.indexOf(':', image.lastIndexOf('/') + 1)
  return cut < 0 ? { repo: image, tag: 'latest' } : { repo: image.slice(0, cut), tag: image.slice(cut + 1) }
}

const computeDigest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Repository of system disks kept while a container is recreated; a hash, because repository names allow no capitals. */
export const formatKeptDiskRepository = ({ installation_id: installationId, id }: InstanceRef): string =>
  `zhisuan-disk/${computeDigest(`${installationId}/${id}`).slice(0, 24)}`
export const formatKeptDiskImage = (ref: InstanceRef): string => `${formatKeptDiskRepository(ref)}:g${ref.generation}`
