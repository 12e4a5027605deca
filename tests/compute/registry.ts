import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { tarOf } from '#server/adapters/compute.docker/tar.ts'

const manifest_type = 'application/vnd.docker.distribution.manifest.v2+json'

/** A container registry on this machine: `zhisuan/tiny:1` is one layer with one file, `zhisuan/hanging` never answers. */
export async function startRegistry(): Promise<{ address: string; close: () => Promise<void> }> {
  const { manifest, blobs } = tinyImage()
  const server = createServer(({ url = '' }, response) => {
    const digest = /\/blobs\/(sha256:[0-9a-f]+)$/.exec(url)?.[1]
    if (url.startsWith('/v2/zhisuan/hanging/')) return
    if (url === '/v2/') send(response, 200, '{}')
    else if (/^\/v2\/zhisuan\/tiny\/manifests\//.test(url)) send(response, 200, manifest, manifest_type)
    else if (digest && blobs.has(digest)) send(response, 200, blobs.get(digest)!)
    else send(response, 404, '{"errors":[{"code":"MANIFEST_UNKNOWN","message":"manifest unknown"}]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, status: number, body: string | Buffer, type = 'application/json'): void {
  const digest = digestOf(Buffer.from(body as string))
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body as string),
    'docker-content-digest': digest,
    'docker-distribution-api-version': 'registry/2.0',
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

const digestOf = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

function tinyImage(): { manifest: string; blobs: Map<string, Buffer> } {
  const files = tarOf([{ path: 'hello', mode: 0o644, content: 'hello\n' }])
  const layer = gzipSync(files)
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      config: { Labels: { 'zhisuan.id': 'stolen', other: 'label' } },
      rootfs: { type: 'layers', diff_ids: [digestOf(files)] },
    }),
  )
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: manifest_type,
    config: { mediaType: 'application/vnd.docker.container.image.v1+json', size: config.length, digest: digestOf(config) },
    layers: [{ mediaType: 'application/vnd.docker.image.rootfs.diff.tar.gzip', size: layer.length, digest: digestOf(layer) }],
  })
  return {
    manifest,
    blobs: new Map([
      [digestOf(config), config],
      [digestOf(layer), layer],
    ]),
  }
}
