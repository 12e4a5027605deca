import type { HashOrder, HashResult } from './hash.worker.ts'

/** Thrown if the file was moved, changed or deleted while it was read. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

interface PendingHash {
  resolve: (sha256: string) => void
  reject: (error: unknown) => void
}

const pendingHashes = new Map<number, PendingHash>()
let worker: Worker | undefined
let lastOrderId = 0

const settleHash = (id: number, use: (one: PendingHash) => void) => {
  const one = pendingHashes.get(id)
  pendingHashes.delete(id)
  if (one) use(one)
}

function getWorker(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<HashResult>) =>
    settleHash(data.id, (one) => ('sha256' in data ? one.resolve(data.sha256) : one.reject(new UnreadableFile())))
  // the worker's code failed to load: the next file retries
  worker.onerror = () => {
    worker = undefined
    for (const id of [...pendingHashes.keys()]) settleHash(id, (one) => one.reject(new Error('the worker did not load')))
  }
  return worker
}

/** Computes the SHA-256 of a file in hexadecimal, in a worker. Rejects with `UnreadableFile`, or with the signal's reason. */
export function hashFile(file: Blob, signal: AbortSignal): Promise<string> {
  const id = ++lastOrderId
  const order = (message: HashOrder) => getWorker().postMessage(message)
  return new Promise<string>((resolve, reject) => {
    pendingHashes.set(id, { resolve, reject })
    signal.addEventListener('abort', () =>
      settleHash(id, (one) => {
        order({ id, stop: true })
        one.reject(signal.reason)
      }),
    )
    order({ id, file })
  })
}
