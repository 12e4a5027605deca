import { computeFileSha256 } from './sha256.ts'

/** To the worker: a file to be read, or one that needs no reading any more. */
export type HashOrder = { id: number; file: Blob } | { id: number; stop: true }
/** From it: the sum, or that the file could not be read. */
export type HashResult = { id: number; sha256: string } | { id: number; unreadable: true }

const stopped = new Set<number>()

/** Reads files beside the page, so that it stays at hand while gigabytes are summed. */
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
