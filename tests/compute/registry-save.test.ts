import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ImageSources } from '#server/adapters/oci-registry/image-sources.ts'
import type { ImageConfig, ImageManifest } from '#server/adapters/oci-registry/manifests.ts'
import { type NewImage, SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'

const manifestType = 'application/vnd.oci.image.manifest.v1+json'
const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** A registry in memory. `mounts`: whether it takes a layer from one repository to another by itself. */
class MemoryRegistry {
  /** By `repository@digest`, and manifests by `repository:tag` too. */
  readonly blobs = new Map<string, Buffer>()
  readonly manifests = new Map<string, Buffer>()
  readonly asked: string[] = []
  mounts = true
  /** The status with which it refuses to remove anything. */
  refuses_removal: number | undefined
  readonly #uploads = new Map<string, Buffer[]>()
  readonly #server: Server

  constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const [status, body = '', headers = {}] = this.#answer(
        request.method!,
        new URL(request.url!, 'http://x'),
        Buffer.concat(chunks),
      )
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
    })
  }

  async listen(): Promise<URL> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/team`)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  addImage(repository: string, tag: string, layers: readonly Buffer[]): void {
    const config = Buffer.from(
      JSON.stringify({ config: { Cmd: ['sh'] }, rootfs: { type: 'layers', diff_ids: layers.map(digestOf) } }),
    )
    const described = [config, ...layers].map((blob) => {
      this.blobs.set(`${repository}@${digestOf(blob)}`, blob)
      return { mediaType: 'x', size: blob.length, digest: digestOf(blob) }
    })
    const manifest = { schemaVersion: 2, mediaType: manifestType, config: described[0], layers: described.slice(1) }
    this.manifests.set(`${repository}:${tag}`, Buffer.from(JSON.stringify(manifest)))
  }

  #answer(method: string, { pathname, searchParams }: URL, body: Buffer): [number, (Buffer | string)?, Record<string, string>?] {
    this.asked.push(`${method} ${pathname}`)
    const [, repository = '', kind, what = ''] = /^\/v2\/(.+)\/(manifests|blobs)\/(.*)$/.exec(pathname) ?? []
    if (kind === 'manifests' && method === 'PUT') {
      this.manifests.set(`${repository}:${what}`, body)
      return [201]
    }
    if (kind === 'manifests' && method === 'DELETE' && this.refuses_removal) return [this.refuses_removal]
    if (kind === 'manifests') {
      const found = this.manifests.get(`${repository}:${what}`)
      return found ? [200, found, { 'content-type': manifestType }] : [404]
    }
    if (!what.startsWith('uploads/')) {
      const found = this.blobs.get(`${repository}@${what}`)
      return found ? [200, found] : [404]
    }
    const from = searchParams.get('from')
    const mounted = from !== null && this.mounts ? this.blobs.get(`${from}@${searchParams.get('mount')}`) : undefined
    if (mounted) this.blobs.set(`${repository}@${digestOf(mounted)}`, mounted)
    if (mounted) return [201]
    if (method === 'POST') {
      const id = `/v2/${repository}/blobs/uploads/${this.#uploads.size}`
      this.#uploads.set(id, [])
      return [202, '', { location: id }]
    }
    const parts = this.#uploads.get(pathname)
    if (!parts) return [404]
    if (method === 'PATCH') parts.push(body)
    if (method === 'DELETE') this.#uploads.delete(pathname)
    if (method !== 'PUT') return [method === 'PATCH' ? 202 : 204, '', { location: pathname }]
    const whole = Buffer.concat(parts)
    if (digestOf(whole) !== searchParams.get('digest')) return [400, 'digest invalid']
    this.blobs.set(`${repository}@${digestOf(whole)}`, whole)
    return [201]
  }
}

describe('registry: an image that is made of another one and what changed', () => {
  const layers = [Buffer.from('first layer'), Buffer.from('second layer')]
  let home: MemoryRegistry
  let other: MemoryRegistry
  let registry: SavedImageRegistry
  let sources: ImageSources
  let hosts: { home: string; other: string }
  beforeEach(async () => {
    home = new MemoryRegistry()
    other = new MemoryRegistry()
    const [url, otherUrl] = [await home.listen(), await other.listen()]
    hosts = { home: url.host, other: otherUrl.host }
    registry = new SavedImageRegistry(url)
    sources = new ImageSources(new Map(), new Set([url.host, otherUrl.host]))
    home.addImage('team/zhisuan/base', '1', layers)
    other.addImage('lab/base', '1', layers)
  })
  afterEach(() => {
    home.close()
    other.close()
  })

  const of = { installation_id: 'i', id: 'a', generation: 1 }
  async function* bytes(...parts: (string | Error)[]) {
    for (const part of parts) {
      if (part instanceof Error) throw part
      yield Buffer.from(part)
    }
  }
  const save = async (image: string, base: string, changes: Partial<NewImage> = {}) =>
    registry.save(image, {
      of,
      base: await sources.read(base),
      keeps_base: true,
      archive: bytes('an ', 'archive'),
      created_at: new Date('2026-11-29T08:00:00Z'),
      onBase: () => undefined,
      ...changes,
    })
  const read = (repository: string) => {
    const manifest = JSON.parse(home.manifests.get(`team/zhisuan/${repository}:1`)!.toString()) as ImageManifest
    const blob = (digest: string) => home.blobs.get(`team/zhisuan/${repository}@${digest}`)!
    return { manifest, blob, config: JSON.parse(blob(manifest.config.digest).toString()) as ImageConfig }
  }
  const sent = (registered: MemoryRegistry, start: string) => registered.asked.filter((line) => line.startsWith(start))

  it('has the layers of the other and one more; those in the same registry are mounted', async () => {
    expect(await save('zhisuan/saved:1', `${hosts.home}/team/zhisuan/base:1`)).toEqual({ size_mb: 1 })
    const { manifest, config, blob } = read('saved')
    expect(manifest.layers.slice(0, 2).map(({ digest }) => digest)).toEqual(layers.map(digestOf))
    expect(gunzipSync(blob(manifest.layers[2]!.digest)).toString()).toBe('an archive')
    expect(config.rootfs!.diff_ids).toEqual([...layers.map(digestOf), digestOf(Buffer.from('an archive'))])
    expect(config.config).toMatchObject({ Cmd: ['sh'], Labels: { 'zhisuan.snapshot': expect.any(String) } })
    expect(sent(home, 'PATCH')).toHaveLength(2) // the new layer and the configuration
    expect(await registry.findSaved('zhisuan/saved:1', of)).toEqual({ size_mb: 1 })
    await expect(registry.findSaved('zhisuan/saved:1', { ...of, id: 'b' })).rejects.toMatchObject({ code: 'InvalidSpec' })
  })

  it('copies layers from another registry once, and from its own where that cannot mount', async () => {
    await save('zhisuan/saved:1', `${hosts.other}/lab/base:1`)
    expect(layers.map((layer) => read('saved').blob(digestOf(layer)))).toEqual(layers)
    const before = sent(other, 'GET /v2/lab/base/blobs').length
    await save('zhisuan/saved:2', `${hosts.other}/lab/base:1`)
    expect(sent(other, 'GET /v2/lab/base/blobs')).toHaveLength(before + 1) // the configuration
    home.mounts = false
    await save('zhisuan/next:1', `${hosts.home}/team/zhisuan/base:1`)
    expect(layers.map((layer) => read('next').blob(digestOf(layer)))).toEqual(layers)
  })

  it('refuses a layer that did not come as it was', async () => {
    other.blobs.set(`lab/base@${digestOf(layers[1]!)}`, Buffer.from('another layer'))
    await expect(save('zhisuan/saved:1', `${hosts.other}/lab/base:1`)).rejects.toMatchObject({ code: 'DriverUnavailable' })
    expect(await registry.has('zhisuan/saved:1')).toBe(false)
  })

  it('is not there when its archive broke off', async () => {
    const archive = bytes('half', new Error('broke off'))
    await expect(save('zhisuan/saved:1', `${hosts.home}/team/zhisuan/base:1`, { archive })).rejects.toThrow('broke off')
    expect(sent(home, 'DELETE')).toHaveLength(1)
    expect(await registry.has('zhisuan/saved:1')).toBe(false)
  })

  it('has nothing of the other but its configuration if the archive has all files', async () => {
    await save('zhisuan/whole:1', `${hosts.other}/lab/base:1`, { keeps_base: false })
    const { manifest, config } = read('whole')
    expect([manifest.layers.length, config.rootfs!.diff_ids.length, config.config?.Cmd]).toEqual([1, 1, ['sh']])
  })

  it.each([405, 403])('says of one that refuses removal with %d that it does, before anything is there', async (status) => {
    expect(await registry.allowsRemoval('zhisuan/moving:a')).toBe(true)
    home.refuses_removal = status
    expect(await registry.allowsRemoval('zhisuan/moving:a')).toBe(false)
    home.refuses_removal = 500
    await expect(registry.allowsRemoval('zhisuan/moving:a')).rejects.toMatchObject({ code: 'DriverUnavailable' })
  })

  it('takes of several platforms the one of the node', async () => {
    const manifests = ['amd64', 'arm64'].map((architecture) => {
      const body = other.manifests.get('lab/base:1')!
      const own = architecture === 'arm64' ? Buffer.concat([body, Buffer.from(' ')]) : body
      other.manifests.set(`lab/base:${digestOf(own)}`, own)
      return { digest: digestOf(own), platform: { os: 'linux', architecture } }
    })
    const index = Buffer.from(JSON.stringify({ manifests }))
    other.manifests.set('lab/base:all', index)
    const found = await sources.read(`${hosts.other}/lab/base:all`, 'arm64')
    expect(found).toMatchObject({ digest: manifests[1]!.digest, exact: `${hosts.other}/lab/base@${digestOf(index)}` })
    expect((await sources.read(`${hosts.other}/lab/base:all`)).digest).toBe(manifests[0]!.digest)
    await expect(sources.read(`${hosts.other}/lab/base:all`, 'riscv64')).rejects.toMatchObject({ code: 'InvalidSpec' })
    await expect(sources.read(`${hosts.other}/lab/never:1`)).rejects.toMatchObject({ code: 'ImageNotFound' })
  })
})
