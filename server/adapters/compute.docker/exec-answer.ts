import type { Duplex } from 'node:stream'

/** Returns all that a program prints; undefined if it prints more than `maxLength` bytes or is cut off. */
export async function readExecAnswer(stream: Duplex, maxLength: number, signal: AbortSignal): Promise<string | undefined> {
  const cut = () => stream.destroy()
  signal.addEventListener('abort', cut, { once: true })
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length > maxLength) return undefined
    }
    return signal.aborted ? undefined : Buffer.concat(parts).toString()
  } catch {
    return undefined // cut off
  } finally {
    signal.removeEventListener('abort', cut)
    stream.destroy()
  }
}
