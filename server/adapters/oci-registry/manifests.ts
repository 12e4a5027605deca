import { createHash } from 'node:crypto'
import { InvalidSpec } from '#server/ports/driver-errors.ts'
import { type RegistryAnswer, type RegistryClient, readJson } from './registry-client.ts'

/** What a manifest says of a layer or a configuration; `size` in bytes. */
export interface Descriptor {
  mediaType: string
  size: number
  digest: string
}

export interface ImageManifest {
  mediaType?: string
  config: Descriptor
  layers: Descriptor[]
}

/** The parts of an image's configuration that are read here; all others are passed on. */
export interface ImageConfig {
  architecture?: string
  config?: { Labels?: Record<string, string> | null; Entrypoint?: string[] | null; Cmd?: string[] | null }
  rootfs?: { type: string; diff_ids: string[] }
  history?: object[]
}

/** One image as a registry has it; `digest` is its manifest's. */
export interface FoundImage {
  digest: string
  type: string
  manifest: ImageManifest
  config: ImageConfig
}

export const registryStatus = { ok: 200, created: 201, accepted: 202, no_content: 204, not_found: 404 } as const
const singleTypes = [
  'application/vnd.docker.distribution.manifest.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
] as const
const indexTypes = ['application/vnd.oci.image.index.v1+json', 'application/vnd.docker.distribution.manifest.list.v2+json']

interface AnyManifest extends Partial<ImageManifest> {
  manifests?: { digest: string; platform?: { os?: string; architecture?: string } }[]
}

/**
 * Finds the image that `reference`, a tag or a digest, names; undefined if there is none. Of an index it is the one for Linux on
 * `architecture`; without one an index is no image (InvalidSpec). `named` is the digest of what has the name itself.
 */
export async function findImage(
  client: RegistryClient,
  repository: string,
  reference: string,
  architecture?: string,
): Promise<(FoundImage & { named: string }) | undefined> {
  const first = await askManifest(client, repository, reference, architecture ? [...singleTypes, ...indexTypes] : singleTypes)
  if (!first) return undefined
  const named = computeBlobDigest(first.answer.body)
  const own = first.read.manifests?.find(({ platform }) => platform?.os === 'linux' && platform.architecture === architecture)
  const found = own ? await askManifest(client, repository, own.digest, singleTypes) : first
  const { config, layers } = found?.read ?? {}
  if (!found || !config?.digest || !layers) throw new InvalidSpec(`${repository}:${reference} is not one image`)
  const scopes = { [repository]: 'pull' as const }
  const told = await client.ask(`${repository}/blobs/${config.digest}`, { scopes, expected: [registryStatus.ok] })
  const manifest = found.read as ImageManifest
  return {
    named,
    digest: computeBlobDigest(found.answer.body),
    type: manifest.mediaType ?? found.answer.headers.get('content-type') ?? singleTypes[0],
    manifest,
    config: readJson<ImageConfig>(told.body) ?? {},
  }
}

async function askManifest(client: RegistryClient, repository: string, reference: string, types: readonly string[]) {
  const answer: RegistryAnswer = await client.ask(`${repository}/manifests/${reference}`, {
    headers: { accept: types.join(', ') },
    scopes: { [repository]: 'pull' },
    expected: [registryStatus.ok, registryStatus.not_found],
  })
  if (answer.status === registryStatus.not_found) return undefined
  return { answer, read: readJson<AnyManifest>(answer.body) ?? {} }
}

export const computeBlobDigest = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
