import type { Duplex } from 'node:stream'

/** Pipes two streams into each other with backpressure; propagates each end, and destroys one when the other is destroyed. */
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
