import { createHash } from 'node:crypto'
import type { Claim } from '#server/adapters/compute.shared/admission.ts'
import type { InstanceSpec, Mount, Ref } from '#server/ports/compute.ts'

/** All label keys of ours. Each is set on every container, so that none can come from an image. */
export const label = {
  installation: 'zhisuan.installation',
  id: 'zhisuan.id',
  generation: 'zhisuan.generation',
  cpu: 'zhisuan.cpu',
  memory_mb: 'zhisuan.memory_mb',
  gpus: 'zhisuan.gpus',
  mounts: 'zhisuan.mounts',
} as const

export type Labels = Readonly<Record<string, string>>

export const labelsOf = (spec: InstanceSpec): Record<string, string> => ({
  [label.installation]: spec.installation_id,
  [label.id]: spec.id,
  [label.generation]: String(spec.generation),
  [label.cpu]: String(spec.cpu),
  [label.memory_mb]: String(spec.memory_mb),
  [label.gpus]: spec.gpu_uuids.join(','),
  [label.mounts]: mountsLabel(spec.mounts),
})

/** Tells two sets of mounts apart, whatever their order; empty without any. */
const mountsLabel = (mounts: readonly Mount[] = []): string =>
  mounts.length === 0
    ? ''
    : digest(
        mounts
          .map(({ source, target, read_only }) => JSON.stringify([target, source, read_only]))
          .sort()
          .join('\n'),
      ).slice(0, 32)

/** The instance a container belongs to; undefined when its labels are not ours. */
export function refOf(labels: Labels): Ref | undefined {
  const [installation_id, id, generation] = [labels[label.installation], labels[label.id], Number(labels[label.generation])]
  return installation_id && id && Number.isSafeInteger(generation) ? { installation_id, id, generation } : undefined
}

export const gpusOf = (labels: Labels): string[] => (labels[label.gpus] ?? '').split(',').filter(Boolean)

export const claimOfLabels = (labels: Labels, host: string): Claim => ({
  id: labels[label.id] ?? '',
  host,
  cpu: Number(labels[label.cpu]) || 0,
  memory_mb: Number(labels[label.memory_mb]) || 0,
  gpu_uuids: gpusOf(labels),
})

/** On an image made by `snapshot`: a digest of what it was saved from. Emptied on containers, as an image's labels pass on. */
export const snapshot_label = 'zhisuan.snapshot'
export const snapshotSource = ({ installation_id, id, generation }: Ref): string =>
  digest(`${installation_id}/${id}/${generation}`).slice(0, 32)

/** On a data volume: the instance it was copied from. */
export const copied_label = 'zhisuan.copied_from'

/** Nobody's: for containers that only carry files for a moment, whatever their image brings. */
export const no_labels: Labels = Object.fromEntries([...Object.values(label), snapshot_label].map((key) => [key, '']))

/** Label filter of an installation, of one instance, or of one generation. */
export const filterOf = (installation_id: string, id?: string) => ({
  label: [`${label.installation}=${installation_id}`, ...(id === undefined ? [] : [`${label.id}=${id}`])],
})

/** Ids hold no dot, so no two instances share a name. */
export const containerName = ({ installation_id, id, generation }: Ref): string => `${installation_id}.${id}.g${generation}`

const off = '.off'

/** A container we were asked to stop says so in its name: labels cannot change, and the engine keeps no such note. */
export const stoppedName = (ref: Ref): string => containerName(ref) + off
export const isStoppedName = (name: string): boolean => name.endsWith(off)

export const volumeName = ({ installation_id, id }: Ref): string => `${installation_id}.${id}.workspace`
/** Exists while that volume is being filled: a copy that was broken off shows by it. */
export const copyingName = (ref: Ref): string => `${volumeName(ref)}.copying`
export const noteName = (installation_id: string, sequence: number): string => `${installation_id}.note.${sequence}`
export const note_labels = {
  sequence: 'zhisuan.note.sequence',
  token: 'zhisuan.note.token',
  free: 'zhisuan.note.free',
} as const
export const networkName = (installation_id: string): string => `${installation_id}.instances`

/** Name of that network's bridge: at most 15 characters, and the engine lets no two networks have one. */
export const bridgeName = (installation_id: string): string => `zs-${digest(installation_id).slice(0, 10)}`

/** Names of what exists only while something is made; known beforehand, so that the next attempt finds what a kill left. */
export function passingNames(what: string) {
  const hash = digest(what).slice(0, 24)
  return {
    image: (step: string) => `zhisuan-passing/${hash}:${step}`,
    container: (step: string) => `zhisuan-passing.${hash}.${step}`,
  }
}

/** Tags of images that hold what an instance wrote; those that were saved carry `snapshot_label`. */
export const isMadeHere = (tag: string): boolean => /^(?:localhost\/)?zhisuan-(?:passing|retired|disk)\//.test(tag)

export const retired_repository = 'zhisuan-retired'
/** Of the first of installations these images had no tag. */
const retiredTag = (installation_id: string): string => (installation_id === 'zhisuan' ? 'latest' : installation_id)
/** A name for an image that has lost its own and is still in use. */
export const retiredName = (installation_id: string, image_id: string): string =>
  `${retired_repository}/${digest(image_id).slice(0, 24)}:${retiredTag(installation_id)}`
export const isRetiredName = (installation_id: string, name: string): boolean =>
  name.startsWith(`${retired_repository}/`) && name.endsWith(`:${retiredTag(installation_id)}`)

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Repository of the system disks kept when a container must be made anew; repositories allow no capitals, so a hash. */
export const keptDiskRepository = ({ installation_id, id }: Ref): string =>
  `zhisuan-disk/${digest(`${installation_id}/${id}`).slice(0, 24)}`
export const keptDisk = (ref: Ref): string => `${keptDiskRepository(ref)}:g${ref.generation}`
