import { computeFileSha256 } from './sha256.ts'

/** Message to the worker: hash a file, or stop hashing one. */
export type HashOrder = { id: number; file: Blob } | { id: number; stop: true }
/** Message from the worker: the hash, or that the file could not be read. */
export type HashResult = { id: number; sha256: string } | { id: number; unreadable: true }

const stopped = new Set<number>()

/** Hashes files in a worker, so that the page stays responsive while gigabytes are read. */
self.onmessage = async ({ data }: MessageEvent<HashOrder>) => {
  const { id } = data
  if ('stop' in data) return void stopped.add(id)
  const answer = (result: HashResult) => self.postMessage(result)
  try {
    const sha256 = await computeFileSha256(data.file, () => stopped.has(id))
    if (sha256 !== undefined) answer({ id, sha256 })
  } catch {
    answer({ id, unreadable: true })
  } finally {
    stopped.delete(id)
  }
}
