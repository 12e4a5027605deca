import { createHash } from 'node:crypto'
import { ImageNotFound, InvalidSpec } from '#server/ports/driver-errors.ts'
import { type RegistryAnswer, RegistryClient, type RegistryLogin, readJson } from './registry-client.ts'

/** On an image that was saved from an instance: digest of its source. Emptied on containers, because they inherit labels. */
export const snapshotLabel = 'zhisuan.snapshot'
/** On an image that is a copy of a saved one: the other's configuration, and its own name, which makes each copy another image. */
export const copyLabel = 'zhisuan.copy_of'

interface Descriptor {
  mediaType: string
  size: number
  digest: string
}

interface Manifest {
  mediaType?: string
  config: Descriptor
  layers: Descriptor[]
}

interface ImageConfig {
  config?: { Labels?: Record<string, string> | null }
}

interface FoundImage {
  digest: string
  type: string
  manifest: Manifest
  config: ImageConfig
}

const manifestTypes = 'application/vnd.docker.distribution.manifest.v2+json, application/vnd.oci.image.manifest.v1+json'
const status = { ok: 200, created: 201, accepted: 202, no_content: 204, not_found: 404 } as const
/** Images of the platform's own; no registry of the public has them. */
const ownImagePattern = /^zhisuan\/[^@]+$/

/** The registry in which the platform keeps images with names of its own, `zhisuan/…`; layers go there through the engines. */
export class SavedImageRegistry {
  /** Host and path in front of each name. */
  readonly #prefix: string
  readonly #path: string
  readonly #client: RegistryClient

  /** `url` may have a path, such as a project of Harbor. */
  constructor(url: URL, login?: RegistryLogin) {
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
    const config = Buffer.from(JSON.stringify({ ...of.config, config: { ...of.config.config, Labels } }))
    const [from, to] = [this.#parse(source), this.#parse(target)]
    for (const { digest } of of.manifest.layers) await this.#mount(from.repository, to.repository, digest)
    const digest = await this.#upload(to.repository, config)
    const manifest = { ...of.manifest, config: { ...of.manifest.config, size: config.length, digest } }
    await this.#client.ask(`${to.repository}/manifests/${to.tag}`, {
      method: 'PUT',
      headers: { 'content-type': of.type },
      body: Buffer.from(JSON.stringify(manifest)),
      scopes: { [to.repository]: 'pull,push' },
      expected: [status.created],
    })
  }

  /** Removes a saved image or a copy of one, and no other (InvalidSpec); succeeds if absent. The registry frees its layers. */
  async remove(image: string): Promise<void> {
    const there = await this.#find(image)
    if (!there) return
    if (!there.config.config?.Labels?.[snapshotLabel]) throw new InvalidSpec(`image ${image} is no snapshot`)
    const { repository } = this.#parse(image)
    await this.#client.ask(`${repository}/manifests/${there.digest}`, {
      method: 'DELETE',
      scopes: { [repository]: 'delete' },
      expected: [status.accepted, status.ok, status.no_content, status.not_found],
    })
  }

  async #find(image: string): Promise<FoundImage | undefined> {
    const { repository, tag } = this.#parse(image)
    const scopes = { [repository]: 'pull' as const }
    const answer = await this.#client.ask(`${repository}/manifests/${tag}`, {
      headers: { accept: manifestTypes },
      scopes,
      expected: [status.ok, status.not_found],
    })
    if (answer.status === status.not_found) return undefined
    const manifest = readJson<Manifest>(answer.body)
    if (!manifest?.config?.digest) throw new InvalidSpec(`image ${image} is not one image`)
    const config = await this.#client.ask(`${repository}/blobs/${manifest.config.digest}`, { scopes, expected: [status.ok] })
    return {
      digest: computeDigest(answer.body),
      type: readType(answer, manifest),
      manifest,
      config: readJson<ImageConfig>(config.body) ?? {},
    }
  }

  async #mount(from: string, to: string, digest: string): Promise<void> {
    if (from === to) return
    await this.#client.ask(`${to}/blobs/uploads/?${new URLSearchParams({ mount: digest, from })}`, {
      method: 'POST',
      scopes: { [to]: 'pull,push', [from]: 'pull' },
      expected: [status.created],
    })
  }

  async #upload(repository: string, bytes: Buffer): Promise<string> {
    const scopes = { [repository]: 'pull,push' as const }
    const begun = await this.#client.ask(`${repository}/blobs/uploads/`, { method: 'POST', scopes, expected: [status.accepted] })
    const address = begun.headers.get('location') ?? ''
    const digest = computeDigest(bytes)
    await this.#client.ask(`${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ digest })}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
      scopes,
      expected: [status.created],
    })
    return digest
  }

  #parse(image: string): { repository: string; tag: string } {
    const [, name = '', tag = 'latest'] = /^(.*?)(?::([^/:]+))?$/.exec(image) ?? []
    if (!this.keeps(image)) throw new InvalidSpec(`image ${image} is not kept in the registry`)
    return { repository: [this.#path, name].filter(Boolean).join('/'), tag }
  }
}

const computeDigest = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const readType = ({ headers }: RegistryAnswer, { mediaType }: Manifest): string =>
  mediaType ?? headers.get('content-type') ?? manifestTypes.split(', ')[0]!
