import { acceleratorProfiles } from '#server/adapters/compute.shared/accelerators/profiles.ts'
import { toResourceClaim } from '#server/adapters/compute.shared/admission.ts'
import { computeEntryCommand } from '#server/adapters/compute.shared/entry-command.ts'
import { instanceCapabilities } from '#server/adapters/compute.shared/instance-capabilities.ts'
import type { FolderMount, InstanceRef, InstanceSpec } from '#server/ports/compute.ts'
import { getRunImage } from './held-images.ts'
import {
  annotationKeys,
  buildMetadata,
  formatCopyName,
  formatDataDiskName,
  formatKeysName,
  formatPodName,
  formatPullName,
  formatSaveName,
  formatSeedName,
  formatSystemDiskName,
  mainContainer,
} from './names.ts'
import { copyCommand, copyMounts, diskMount, foldersPath, keysMount, prepareCommand, seedCommand } from './pod-scripts.ts'
import { saverCommand, scratchMount } from './save-scripts.ts'
import type { KubernetesSettings } from './settings.ts'
import type { DiskRecord, SystemDisk } from './system-disks.ts'

const keysMode = 0o400
/** What a container may write beside its disks, on the node's own. */
const scratchLimit = '8Gi'
const helperResources = { cpu: '100m', memory: '128Mi' }
const defaultGraceSeconds = 30

interface PlannedContainer {
  name: string
  image: string
  command?: readonly string[]
  args?: readonly string[]
  [more: string]: unknown
}

interface PlannedPod {
  containers: readonly PlannedContainer[]
  initContainers?: readonly PlannedContainer[]
  hostname?: string
  volumes: readonly object[]
}

/** What every pod has in common: it is bound to its node through the scheduler, and has no account of the cluster. */
const buildSpec = (settings: KubernetesSettings, host: string, pod: PlannedPod) => ({
  restartPolicy: 'Never',
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  terminationGracePeriodSeconds: defaultGraceSeconds,
  securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [host] }] }],
      },
    },
  },
  tolerations: settings.tolerated_taints.map((key) => ({ key, operator: 'Exists' })),
  ...(settings.pull_secret !== undefined && { imagePullSecrets: [{ name: settings.pull_secret }] }),
  ...(settings.runtime_class !== undefined && { runtimeClassName: settings.runtime_class }),
  ...pod,
})

const securityContext = {
  allowPrivilegeEscalation: false,
  privileged: false,
  capabilities: { drop: ['ALL'], add: instanceCapabilities },
}

const common = { imagePullPolicy: 'IfNotPresent', securityContext }

const limitTo = (resources: Record<string, string>) => ({
  limits: { ...resources, 'ephemeral-storage': scratchLimit },
  requests: { ...resources, 'ephemeral-storage': '0' },
})

const toResources = ({ cpu, memory_mb: memoryMb }: InstanceSpec, cards: Record<string, string> = {}) =>
  limitTo({ cpu: `${Math.round(cpu * 1000)}m`, memory: `${memoryMb}Mi`, ...cards })

const toClaimVolume = (name: string, claimName: string, readOnly = false) => ({
  name,
  persistentVolumeClaim: { claimName, readOnly },
})

const buildClaimed = (spec: InstanceSpec) => ({ [annotationKeys.claim]: JSON.stringify(toResourceClaim(spec)) })

/**
 * Builds the pod that fills a new system disk from the image. It holds the instance's cores and memory meanwhile. With
 * `mustPull`, its node has to ask the registry for the image even if it has it.
 */
export const buildSeedPod = (settings: KubernetesSettings, spec: InstanceSpec, mustPull = false) => ({
  metadata: buildMetadata(formatSeedName(spec), spec, 'seed', buildClaimed(spec)),
  spec: buildSpec(settings, spec.host, {
    containers: [
      {
        ...common,
        name: mainContainer,
        image: settings.locate_image(spec.image),
        command: seedCommand,
        ...(mustPull && { imagePullPolicy: 'Always' }),
        resources: toResources(spec),
        env: buildCardless([]),
        volumeMounts: [{ name: 'disk', mountPath: diskMount }],
      },
    ],
    volumes: [toClaimVolume('disk', formatSystemDiskName(spec))],
  }),
})

/** Builds the pod of one boot. `cardResource` is how its node counts cards. */
export function buildMainPod(
  settings: KubernetesSettings,
  spec: InstanceSpec,
  record: DiskRecord,
  cardResource: string | undefined,
) {
  const cards = spec.gpu_uuids.length > 0 && cardResource ? { [cardResource]: String(spec.gpu_uuids.length) } : {}
  const shared = (spec.mounts ?? []).length > 0 ? settings.shared_folder : undefined
  return {
    metadata: buildMetadata(formatPodName(spec, record.boot), spec, 'main', buildClaimed(spec)),
    spec: buildSpec(settings, spec.host, {
      hostname: spec.hostname.toLowerCase(),
      initContainers: [
        {
          ...common,
          name: 'prepare',
          image: settings.locate_image(getRunImage(record)),
          command: prepareCommand,
          resources: toResources(spec),
          env: buildCardless([]),
          volumeMounts: [
            { name: 'disk', mountPath: diskMount },
            { name: 'keys', mountPath: keysMount, readOnly: true },
          ],
        },
      ],
      containers: [
        {
          ...common,
          name: mainContainer,
          image: settings.locate_image(getRunImage(record)),
          ...buildCommand(record),
          resources: toResources(spec, cards),
          env: buildCardless(spec.gpu_uuids),
          volumeMounts: [
            ...(record.folders ?? []).map((name) => ({ name: 'disk', mountPath: `/${name}`, subPath: `${foldersPath}/${name}` })),
            { name: 'data', mountPath: '/workspace' },
            { name: 'shm', mountPath: '/dev/shm' },
            ...(spec.mounts ?? []).map((mount) => toSharedMount(mount, shared?.path ?? '')),
          ],
        },
      ],
      volumes: [
        toClaimVolume('disk', formatSystemDiskName(spec)),
        toClaimVolume('data', formatDataDiskName(spec)),
        { name: 'keys', secret: { secretName: formatKeysName(spec), defaultMode: keysMode } },
        { name: 'shm', emptyDir: { medium: 'Memory', sizeLimit: `${Math.max(1, Math.floor(spec.memory_mb / 2))}Mi` } },
        ...(shared ? [toClaimVolume('shared', shared.claim)] : []),
      ],
    }),
  }
}

/** Builds the pod that fills the data disk of `to`. */
export const buildCopyPod = (settings: KubernetesSettings, from: InstanceRef, to: InstanceSpec, image: string) => ({
  metadata: buildMetadata(formatCopyName(to), to, 'copy'),
  spec: buildSpec(settings, to.host, {
    containers: [
      {
        ...common,
        name: mainContainer,
        image: settings.locate_image(image),
        command: copyCommand,
        resources: limitTo(helperResources),
        env: buildCardless([]),
        volumeMounts: [
          { name: 'from', mountPath: copyMounts.from },
          { name: 'to', mountPath: copyMounts.to },
        ],
      },
    ],
    volumes: [toClaimVolume('from', formatDataDiskName(from)), toClaimVolume('to', formatDataDiskName(to))],
  }),
})

/** Builds the pod in which a system disk is compared with `exactImage`, and read. It changes nothing. */
export const buildSavePod = (
  settings: KubernetesSettings,
  { ref, record }: Pick<SystemDisk, 'ref' | 'record'>,
  exactImage: string,
) => ({
  metadata: buildMetadata(formatSaveName(ref), ref, 'save'),
  spec: buildSpec(settings, record.host, {
    containers: [
      {
        ...common,
        name: mainContainer,
        image: exactImage,
        command: saverCommand,
        resources: limitTo(helperResources),
        env: buildCardless([]),
        volumeMounts: [
          { name: 'disk', mountPath: diskMount, readOnly: true },
          { name: 'scratch', mountPath: scratchMount },
        ],
      },
    ],
    volumes: [toClaimVolume('disk', formatSystemDiskName(ref)), { name: 'scratch', emptyDir: {} }],
  }),
})

/** Builds a pod whose only purpose is that its node has an image; what it runs does not matter. */
export const buildPullPod = (settings: KubernetesSettings, host: string, image: string) => {
  const ref = { installation_id: settings.installation_id, id: 'image', generation: 0 }
  return {
    metadata: buildMetadata(formatPullName(settings.installation_id, host, image), ref, 'pull'),
    spec: buildSpec(settings, host, {
      containers: [
        {
          ...common,
          name: mainContainer,
          image: settings.locate_image(image),
          command: ['true'],
          resources: limitTo(helperResources),
          env: buildCardless([]),
        },
      ],
      volumes: [],
    }),
  }
}

/** An image whose command nobody can tell gets a terminal, without which a shell would end at once. */
function buildCommand({ command }: DiskRecord): object {
  if (!command) return { stdin: true, tty: true }
  const { Entrypoint, Cmd } = computeEntryCommand(command)
  return { ...(Entrypoint && { command: Entrypoint }), ...(Cmd && { args: Cmd }) }
}

/** Images for cards ask the vendor's runtime for all of them; those without any must say that they get none. */
const buildCardless = (cards: readonly string[]) =>
  cards.length > 0
    ? []
    : acceleratorProfiles.flatMap(({ request }) => (request?.always ? [{ name: request.name, value: request.none }] : []))

const toSharedMount = ({ source, target, read_only: readOnly }: FolderMount, root: string) => ({
  name: 'shared',
  mountPath: target,
  subPath: source.slice(root.length).replace(/^\/+/, ''),
  readOnly,
})
