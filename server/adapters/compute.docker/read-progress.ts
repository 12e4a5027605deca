import type { Readable } from 'node:stream'

/** Passes `files` on and reports the percent of `size` bytes that was read, at most 99 and never less than before. */
export async function* reportBytesRead(
  files: Readable,
  size: number,
  onProgress: (percent: number) => void,
): AsyncGenerator<Uint8Array> {
  let [passed, reported] = [0, 0]
  for await (const chunk of files as AsyncIterable<Uint8Array>) {
    passed += chunk.length
    const percent = Math.min(99, Math.floor((100 * passed) / Math.max(1, size)))
    if (percent > reported) onProgress(percent)
    reported = Math.max(reported, percent)
    yield chunk
  }
}
