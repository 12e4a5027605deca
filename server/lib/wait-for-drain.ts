import type { Writable } from 'node:stream'

/** Resolves when a full stream drains or closes; immediately if the stream is not full. */
export const waitForDrain = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    if (stream.destroyed || !stream.writableNeedDrain) return resolve()
    const done = () => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    stream.on('drain', done).on('close', done)
  })
