import { createHash } from 'node:crypto'
import type { ResourceClaim } from '#server/adapters/compute.shared/admission.ts'
import type { InstanceRef } from '#server/ports/compute.ts'
import type { ClusterObject } from './objects.ts'

/** Labels by which our objects are found. Ids may be longer than a label's value, or end as none may, so digests stand for them. */
const labelKeys = {
  installation: 'zhisuan.cn/installation',
  instance: 'zhisuan.cn/instance',
  generation: 'zhisuan.cn/generation',
  part: 'zhisuan.cn/part',
} as const

/** Annotations with what a digest cannot tell. */
export const annotationKeys = {
  ref: 'zhisuan.cn/ref',
  /** On a system disk: its record. */
  record: 'zhisuan.cn/record',
  /** On a pod: the resources that it holds. */
  claim: 'zhisuan.cn/claim',
  /** On a data disk: the instance that it is a copy of, and whether the copy is whole. */
  copied_from: 'zhisuan.cn/copied-from',
  copying: 'zhisuan.cn/copying',
} as const

/** What an object is for. Pods are `main`, which is the instance itself, or one of the helpers. */
export type Part = 'main' | 'seed' | 'copy' | 'pull' | 'save' | 'system-disk' | 'data-disk' | 'keys' | 'console'

const computeDigest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)
const digestRef = ({ installation_id: installationId, id }: InstanceRef) => computeDigest(`${installationId}/${id}`)

export const mainContainer = 'main'

/** The API of core objects. */
const coreRoot = ['', 'api', 'v1'].join('/')
export const nodesPath = `${coreRoot}/nodes`
export const allPodsPath = `${coreRoot}/pods`

/** Other groups of the API. */
export const apiGroups = {
  authorization: '/apis/authorization.k8s.io/v1',
  networking: '/apis/networking.k8s.io/v1',
  storage: '/apis/storage.k8s.io/v1',
} as const

type Kind = 'pods' | 'persistentvolumeclaims' | 'secrets' | 'events'

/** Builds the path of the objects of a kind in our namespace, or of one of them. */
export const buildObjectPath = (namespace: string, kind: Kind, name?: string): string =>
  `${coreRoot}/namespaces/${namespace}/${kind}${name === undefined ? '' : `/${name}`}`

export const formatPodName = (ref: InstanceRef, boot: number): string => `i-${digestRef(ref)}-g${ref.generation}-b${boot}`
export const formatSeedName = (ref: InstanceRef): string => `i-${digestRef(ref)}-g${ref.generation}-seed`
export const formatSaveName = (ref: InstanceRef): string => `i-${digestRef(ref)}-g${ref.generation}-save`
export const formatCopyName = (to: InstanceRef): string => `i-${digestRef(to)}-copy`
export const formatPullName = (installationId: string, host: string, image: string): string =>
  `pull-${computeDigest(`${installationId} ${host} ${image}`)}`
/** A name in the registry of saved images. */
export const formatHeldImage = (ref: InstanceRef): string => `zhisuan/held:${digestRef(ref)}-g${ref.generation}`
export const formatSystemDiskName = (ref: InstanceRef): string => `i-${digestRef(ref)}-g${ref.generation}-sys`
export const formatDataDiskName = (ref: InstanceRef): string => `i-${digestRef(ref)}-data`
export const formatKeysName = (ref: InstanceRef): string => `i-${digestRef(ref)}-g${ref.generation}-keys`
export const formatConsoleName = (ref: InstanceRef): string => `i-${digestRef(ref)}-g${ref.generation}-console`

/** Builds the metadata of an object of an instance. */
export const buildMetadata = (name: string, ref: InstanceRef, part: Part, annotations: Record<string, string> = {}) => ({
  name,
  labels: {
    [labelKeys.installation]: computeDigest(ref.installation_id),
    [labelKeys.instance]: digestRef(ref),
    [labelKeys.generation]: String(ref.generation),
    [labelKeys.part]: part,
  },
  annotations: {
    [annotationKeys.ref]: JSON.stringify([ref.installation_id, ref.id, ref.generation]),
    ...annotations,
  },
})

/** Builds the selector of an installation's objects, of one of its instances, or of a part. */
export function buildSelector(installationId: string, { id, parts }: { id?: string; parts?: readonly Part[] } = {}): string {
  const terms = [`${labelKeys.installation}=${computeDigest(installationId)}`]
  if (id !== undefined) {
    terms.push(`${labelKeys.instance}=${digestRef({ installation_id: installationId, id, generation: 0 })}`)
  }
  if (parts) terms.push(`${labelKeys.part} in (${parts.join(',')})`)
  return terms.join(',')
}

export const getPart = ({ metadata }: ClusterObject): Part | undefined => metadata.labels?.[labelKeys.part] as Part | undefined

/** Returns the instance of an object; undefined if it is none of ours. */
export function parseRef({ metadata }: ClusterObject): InstanceRef | undefined {
  const told = parseJson<[string, string, number]>(metadata.annotations?.[annotationKeys.ref])
  return told && { installation_id: told[0], id: told[1], generation: told[2] }
}

/** Returns what a pod of ours holds on its node; undefined for any other pod. */
export const parseClaim = ({ metadata }: ClusterObject): ResourceClaim | undefined =>
  parseJson<ResourceClaim>(metadata.annotations?.[annotationKeys.claim])

export function parseJson<T>(text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}
