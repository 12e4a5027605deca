import { once } from 'node:events'
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

/** Reads the first byte; undefined if the stream ends or `signal` aborts first. */
export async function readFirstByte(stream: Duplex, signal: AbortSignal): Promise<number | undefined> {
  while (!signal.aborted && !stream.readableEnded && !stream.destroyed) {
    const byte = stream.read(1) as Buffer | null
    if (byte) return byte[0]
    const done = new AbortController()
    const events = ['readable', 'end', 'close'].map((event) =>
      once(stream, event, { signal: AbortSignal.any([signal, done.signal]) }),
    )
    await Promise.race(events).catch(() => undefined)
    done.abort()
    await Promise.allSettled(events)
  }
  return undefined
}
