import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { buildTar } from '#server/adapters/compute.docker/tar.ts'

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json'
const pieces = 10

export interface TestRegistry {
  address: string
  /** Who may pull from one that is `closed`. */
  user: string
  password: string
  /** How long the layers of `zhisuan/slow` take each. */
  slow_ms: number
  close(): Promise<void>
}

interface Image {
  manifest: string
  blobs: ReadonlyMap<string, Buffer>
}

/**
 * A container registry on this machine: `zhisuan/tiny:1` is one layer with one file, `zhisuan/slow:1` has larger ones that
 * come in pieces, `zhisuan/hanging` never answers. A `closed` one wants a password first.
 */
export async function startTestRegistry({ closed = false, host = '127.0.0.1' } = {}): Promise<TestRegistry> {
  const images: Record<string, Image> = {
    tiny: await imageOf([[{ path: 'hello', mode: 0o644, content: 'hello\n' }]]),
    slow: await slowImage(),
  }
  const [user, password] = ['puller', 'pässword']
  const token = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const registry = { user, password, slow_ms: 3_000 }
  const server = createServer(({ url = '', headers }, response) => {
    const [, name = '', kind, what = ''] = /^\/v2\/zhisuan\/([a-z]+)\/(manifests|blobs)\/(.+)$/.exec(url) ?? []
    const image = images[name]
    if (name === 'hanging') return
    if (closed && headers.authorization !== token) return ask(response)
    if (url === '/v2/') return send(response, 200, '{}')
    if (kind === 'manifests' && image) return send(response, 200, image.manifest, manifestType)
    const blob = kind === 'blobs' ? image?.blobs.get(what) : undefined
    if (!blob) return send(response, 404, '{"errors":[{"code":"MANIFEST_UNKNOWN","message":"manifest unknown"}]}')
    if (name === 'slow' && blob.length > 2 ** 20) return void sendSlowly(response, blob, registry)
    send(response, 200, blob)
  }).listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(registry, {
    address: `${host}:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

function ask(response: ServerResponse): void {
  response.setHeader('www-authenticate', 'Basic realm="tests"')
  send(response, 401, '{"errors":[{"code":"UNAUTHORIZED","message":"authentication required"}]}')
}

function send(response: ServerResponse, status: number, body: string | Buffer, type = 'application/json'): void {
  writeHead(response, status, Buffer.from(body as string), type)
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

async function sendSlowly(response: ServerResponse, body: Buffer, { slow_ms: slowMs }: { slow_ms: number }): Promise<void> {
  writeHead(response, 200, body, 'application/octet-stream')
  const size = Math.ceil(body.length / pieces)
  for (let piece = 0; piece < pieces && !response.destroyed; piece += 1) {
    response.write(body.subarray(piece * size, (piece + 1) * size))
    await after(slowMs / pieces)
  }
  response.end()
}

const writeHead = (response: ServerResponse, status: number, body: Buffer, type: string) =>
  response.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    'docker-content-digest': digestOf(body),
    'docker-distribution-api-version': 'registry/2.0',
  })

const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Three layers of about 1, 3 and 6 MiB, of text that hardly compresses. */
function slowImage(): Promise<Image> {
  const noise = (mib: number): string => {
    const lines = [`noise of ${mib}`]
    for (let at = 0; at < (mib * 2 ** 20) / 44; at += 1) lines.push(createHash('sha256').update(lines[at]!).digest('base64'))
    return lines.join('')
  }
  return imageOf([2, 4, 8].map((mib) => [{ path: `noise-${mib}`, mode: 0o644, content: noise(mib) }]))
}

type Files = Parameters<typeof buildTar>[0]

async function imageOf(layers: readonly Files[]): Promise<Image> {
  const tars = await Promise.all(layers.map(buildTar))
  const zipped = tars.map((tar) => gzipSync(tar))
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      config: { Labels: { 'zhisuan.id': 'stolen', other: 'label' }, Cmd: ['/hello'] },
      rootfs: { type: 'layers', diff_ids: tars.map(digestOf) },
    }),
  )
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: manifestType,
    config: { mediaType: 'application/vnd.docker.container.image.v1+json', size: config.length, digest: digestOf(config) },
    layers: zipped.map((layer) => ({
      mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
      size: layer.length,
      digest: digestOf(layer),
    })),
  })
  return { manifest, blobs: new Map([config, ...zipped].map((blob) => [digestOf(blob), blob])) }
}
