import type { Duplex } from 'node:stream'

/** Joins two streams: bytes both ways at the pace of the slower, each end passed on, and neither outlives the other. */
export function joinStreams(ours: Duplex, theirs: Duplex, onUse: () => void): void {
  for (const [from, to] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('data', onUse)
    from.pipe(to)
    from.once('close', () => {
      if (!from.readableEnded) to.destroy()
    })
  }
}
