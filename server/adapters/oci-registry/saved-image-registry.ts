import { createHash } from 'node:crypto'
import type { InstanceRef } from '#server/ports/compute.ts'
import { ImageNotFound, InvalidSpec } from '#server/ports/driver-errors.ts'
import { type BlobTarget, bringBlob, uploadBlob, uploadLayer } from './blobs.ts'
import type { SourceImage } from './image-sources.ts'
import {
  computeBlobDigest,
  type FoundImage,
  findImage,
  type ImageConfig,
  type ImageManifest,
  registryStatus,
} from './manifests.ts'
import { type RegistryAnswer, RegistryClient, type RegistryLogin } from './registry-client.ts'

/** On an image that was saved from an instance: digest of its source. Emptied on containers, because they inherit labels. */
export const snapshotLabel = 'zhisuan.snapshot'
/** On an image that is a copy of a saved one: the other's configuration, and its own name, which makes each copy another image. */
export const copyLabel = 'zhisuan.copy_of'

export const computeSnapshotSource = ({ installation_id: installationId, id, generation }: InstanceRef): string =>
  createHash('sha256').update(`${installationId}/${id}/${generation}`).digest('hex').slice(0, 32)

/** An image that is made of another one and the archive of what changed. */
export interface NewImage {
  of: InstanceRef
  base: SourceImage
  /** False if the archive has all files, and nothing of the base but its configuration is used. */
  keeps_base: boolean
  archive: AsyncIterable<Uint8Array>
  created_at: Date
  /** Called with the bytes of each layer of the base, once it is there. */
  onBase(bytes: number): void
}

/** More are refused by engines. */
export const layersMax = 64

const mib = 2 ** 20
const layerTypes = {
  'application/vnd.oci.image.manifest.v1+json': 'application/vnd.oci.image.layer.v1.tar+gzip',
  'application/vnd.docker.distribution.manifest.v2+json': 'application/vnd.docker.image.rootfs.diff.tar.gzip',
} as const
const { ok, accepted, no_content: noContent, not_found: notFound } = registryStatus
const removedStatuses: readonly number[] = [accepted, ok, noContent, notFound]
/** Removal is switched off, or not for this login. */
const refusedStatuses: readonly number[] = [400, 401, 403, 405]
/** Images of the platform's own; no registry of the public has them. */
const ownImagePattern = /^zhisuan\/[^@]+$/

/** The registry in which the platform keeps images with names of its own, `zhisuan/…`. */
export class SavedImageRegistry {
  readonly #host: string
  /** Host and path in front of each name. */
  readonly #prefix: string
  readonly #path: string
  readonly #client: RegistryClient

  /** `url` may have a path, such as a project of Harbor. */
  constructor(url: URL, login?: RegistryLogin) {
    this.#host = url.host
    this.#path = url.pathname.replace(/^\/+|\/+$/g, '')
    this.#prefix = [url.host, this.#path].filter(Boolean).join('/')
    this.#client = new RegistryClient(url, login)
  }

  /** True for names of the platform's own. */
  keeps(image: string): boolean {
    return ownImagePattern.test(image)
  }

  /** The name under which an engine pulls and pushes an image; names with a registry of their own stay. */
  locate(image: string): string {
    return this.keeps(image) ? `${this.#prefix}/${image}` : image
  }

  async has(image: string): Promise<boolean> {
    return (await this.#find(image)) !== undefined
  }

  /**
   * Finds what was saved of an instance as `image`, with the size of its layers in MiB. Throws InvalidSpec if another image has
   * the name.
   */
  async findSaved(image: string, of: InstanceRef): Promise<{ size_mb: number } | undefined> {
    const there = await this.#find(image)
    if (!there) return undefined
    if (there.config.config?.Labels?.[snapshotLabel] !== computeSnapshotSource(of)) {
      throw new InvalidSpec(`image ${image} exists already`)
    }
    return { size_mb: sumSize(there.manifest) }
  }

  /**
   * Saves an image, whose name is there only once all of it is. What the registry has already is not sent again. Returns the size
   * of its layers in MiB.
   */
  async save(image: string, { of, base, archive, ...how }: NewImage): Promise<{ size_mb: number }> {
    const target = this.#targetOf(image)
    const kept = how.keeps_base ? base.manifest.layers : []
    const from = { ...base, isSameRegistry: base.host === this.#host }
    for (const layer of kept) {
      await bringBlob(target, from, layer)
      how.onBase(layer.size)
    }
    const { diff_id: diffId, ...layer } = await uploadLayer(target, archive)
    const created = how.created_at.toISOString()
    const entry = { created, created_by: 'zhisuan', comment: 'saved from an instance' }
    const config = {
      ...base.config,
      created,
      config: { ...base.config.config, Labels: { [snapshotLabel]: computeSnapshotSource(of) } },
      rootfs: { type: 'layers', diff_ids: [...(how.keeps_base ? (base.config.rootfs?.diff_ids ?? []) : []), diffId] },
      history: [...(how.keeps_base ? (base.config.history ?? []) : []), entry],
    }
    const mediaType = layerTypes[base.type as keyof typeof layerTypes] ?? layerTypes['application/vnd.oci.image.manifest.v1+json']
    const layers = [...kept, { mediaType, ...layer }]
    await this.#put(image, { ...base, manifest: { ...base.manifest, layers } }, config)
    return { size_mb: sumSize({ layers }) }
  }

  /**
   * Gives a saved image a second name that outlives the first: with a configuration of its own, because a registry that removes
   * a manifest removes all its tags. Throws ImageNotFound, and InvalidSpec if it was not saved or another image has the name.
   */
  async copy(source: string, target: string): Promise<void> {
    const of = await this.#find(source)
    if (!of) throw new ImageNotFound(`no image ${source} in the registry`)
    if (!of.config.config?.Labels?.[snapshotLabel]) throw new InvalidSpec(`image ${source} is no snapshot`)
    const there = await this.#find(target)
    const copyOf = `${of.manifest.config.digest} ${target}`
    if (there?.config.config?.Labels?.[copyLabel] === copyOf) return
    if (there) throw new InvalidSpec(`image ${target} exists already`)
    const Labels = { ...of.config.config.Labels, [copyLabel]: copyOf }
    const from = { ...this.#targetOf(source), isSameRegistry: true }
    for (const layer of of.manifest.layers) await bringBlob(this.#targetOf(target), from, layer)
    await this.#put(target, of, { ...of.config, config: { ...of.config.config, Labels } })
  }

  /** Removes a saved image or a copy of one, and no other (InvalidSpec); succeeds if absent. The registry frees its layers. */
  async remove(image: string): Promise<void> {
    const there = await this.#find(image)
    if (!there) return
    if (!there.config.config?.Labels?.[snapshotLabel]) throw new InvalidSpec(`image ${image} is no snapshot`)
    const { repository } = this.#targetOf(image)
    await this.#delete(repository, there.digest, removedStatuses)
  }

  /** Tells whether the registry would remove such an image; asks it to remove one that nobody has. */
  async allowsRemoval(image: string): Promise<boolean> {
    const { repository } = this.#targetOf(image)
    const { status } = await this.#delete(repository, computeBlobDigest(Buffer.from(image)), [
      ...removedStatuses,
      ...refusedStatuses,
    ])
    return removedStatuses.includes(status)
  }

  #delete(repository: string, digest: string, expected: readonly number[]): Promise<RegistryAnswer> {
    return this.#client.ask(`${repository}/manifests/${digest}`, {
      method: 'DELETE',
      scopes: { [repository]: 'delete' },
      expected,
    })
  }

  #find(image: string): Promise<FoundImage | undefined> {
    const { repository, tag } = this.#targetOf(image)
    return findImage(this.#client, repository, tag)
  }

  /** Writes a configuration and, last, the manifest that names it and the layers of `like`. */
  async #put(image: string, like: Pick<FoundImage, 'type' | 'manifest'>, config: ImageConfig): Promise<void> {
    const target = this.#targetOf(image)
    const sent = await uploadBlob(target, toBytes(config))
    await this.#client.ask(`${target.repository}/manifests/${target.tag}`, {
      method: 'PUT',
      headers: { 'content-type': like.type },
      body: Buffer.from(JSON.stringify({ ...like.manifest, config: { ...like.manifest.config, ...sent } })),
      scopes: { [target.repository]: 'pull,push' },
      expected: [registryStatus.created],
    })
  }

  #targetOf(image: string): BlobTarget & { tag: string } {
    const [, name = '', tag = 'latest'] = /^(.*?)(?::([^/:]+))?$/.exec(image) ?? []
    if (!this.keeps(image)) throw new InvalidSpec(`image ${image} is not kept in the registry`)
    return { client: this.#client, repository: [this.#path, name].filter(Boolean).join('/'), tag }
  }
}

async function* toBytes(value: object): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify(value))
}

const sumSize = ({ layers }: Pick<ImageManifest, 'layers'>): number =>
  Math.max(1, Math.ceil(layers.reduce((sum, { size }) => sum + size, 0) / mib))
