import { Worker } from 'node:worker_threads'

export interface LoadTest {
  url: string
  headers?: Record<string, string>
  connections: number
  for_ms: number
}

/** Counts responses from `url` in its own thread, so that only the server competes for this one. Throws on any status but 200. */
export function runLoadTest(test: LoadTest): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./client-worker.mjs', import.meta.url), { workerData: test })
    worker.once('message', (answers: number) => resolve(answers))
    worker.once('error', reject)
  })
}
