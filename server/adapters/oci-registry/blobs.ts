import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { type Descriptor, registryStatus } from './manifests.ts'
import type { RegistryClient } from './registry-client.ts'

/** What is held of a layer on its way. */
const pieceBytes = 8 * 2 ** 20
const pieceTimeoutMs = 10 * 60_000
/** Layers are mostly programs and weights, which a higher level makes hardly smaller and much slower. */
const gzipLevel = 3

type Bytes = AsyncIterable<Uint8Array>

/** A repository to which layers are written. */
export interface BlobTarget {
  client: RegistryClient
  repository: string
}

/** A repository of the same registry, or of another, that has a layer. */
export interface BlobSource extends BlobTarget {
  isSameRegistry: boolean
}

const scopeOf = ({ repository }: BlobTarget) => ({ [repository]: 'pull,push' as const })

/** Has a layer in the target: it is there, or is mounted, or is copied through us. */
export async function bringBlob(target: BlobTarget, from: BlobSource, { digest }: Pick<Descriptor, 'digest'>): Promise<void> {
  if (from.isSameRegistry && from.repository === target.repository) return
  if (await hasBlob(target, digest)) return
  if (from.isSameRegistry && (await mountBlob(target, from.repository, digest))) return
  const bytes = from.client.read(`${from.repository}/blobs/${digest}`, { [from.repository]: 'pull' })
  const sent = await uploadBlob(target, bytes, digest)
  if (sent.digest !== digest) throw new DriverUnavailable(`layer ${digest} did not come as it is`)
}

async function hasBlob(target: BlobTarget, digest: string): Promise<boolean> {
  const { status } = await target.client.ask(`${target.repository}/blobs/${digest}`, {
    method: 'HEAD',
    scopes: scopeOf(target),
    expected: [registryStatus.ok, registryStatus.not_found],
  })
  return status === registryStatus.ok
}

/** Returns whether the registry knows how to; one that does not has begun an upload that nobody goes on with. */
async function mountBlob(target: BlobTarget, from: string, digest: string): Promise<boolean> {
  const { status } = await target.client.ask(
    `${target.repository}/blobs/uploads/?${new URLSearchParams({ mount: digest, from })}`,
    {
      method: 'POST',
      scopes: { ...scopeOf(target), [from]: 'pull' },
      expected: [registryStatus.created, registryStatus.accepted],
    },
  )
  return status === registryStatus.created
}

/**
 * Uploads bytes of unknown length, piece by piece. With `wanted`, the registry refuses any other digest. What broke off is not
 * there.
 */
export async function uploadBlob(target: BlobTarget, bytes: Bytes, wanted?: string): Promise<{ digest: string; size: number }> {
  const { client, repository } = target
  const scopes = scopeOf(target)
  const begun = await client.ask(`${repository}/blobs/uploads/`, { method: 'POST', scopes, expected: [registryStatus.accepted] })
  let address = begun.headers.get('location') ?? ''
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const piece of cutPieces(bytes)) {
      hash.update(piece)
      const answer = await client.ask(address, {
        method: 'PATCH',
        headers: { 'content-type': 'application/octet-stream', 'content-range': `${size}-${size + piece.length - 1}` },
        body: piece,
        scopes,
        expected: [registryStatus.accepted, registryStatus.created, registryStatus.no_content],
        timeout_ms: pieceTimeoutMs,
      })
      address = answer.headers.get('location') ?? address
      size += piece.length
    }
    const digest = `sha256:${hash.digest('hex')}`
    await client.ask(`${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ digest: wanted ?? digest })}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      scopes,
      expected: [registryStatus.created],
      timeout_ms: pieceTimeoutMs,
    })
    return { digest, size }
  } catch (error) {
    const gone = [registryStatus.no_content, registryStatus.ok, registryStatus.not_found]
    await client.ask(address, { method: 'DELETE', scopes, expected: gone }).catch(() => undefined) // it is forgotten in time
    throw error
  }
}

/** Uploads an archive as a layer. `diff_id`: the digest of the archive itself. */
export async function uploadLayer(
  target: BlobTarget,
  archive: Bytes,
): Promise<{ digest: string; size: number; diff_id: string }> {
  const hash = createHash('sha256')
  const gzip = createGzip({ level: gzipLevel })
  const packing = pipeline(async function* () {
    for await (const chunk of archive) {
      hash.update(chunk)
      yield chunk
    }
  }, gzip)
  packing.catch(() => undefined) // whoever reads hears of it
  try {
    const sent = await uploadBlob(target, gzip)
    return { ...sent, diff_id: `sha256:${hash.digest('hex')}` }
  } finally {
    gzip.destroy()
  }
}

async function* cutPieces(bytes: Bytes): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.byteLength
    if (size < pieceBytes) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}
