import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface LoadTest {
  url: string
  headers?: Record<string, string>
  connections: number
  for_ms: number
}

const client = fileURLToPath(new URL('./load-client.mjs', import.meta.url))

/** Counts responses from `url` in a process of its own, so that this one's time is the server's. Throws on any status but 200. */
export function runLoadTest(test: LoadTest): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(client, [JSON.stringify(test)], { execArgv: [] })
    let answers: number | undefined
    child.once('message', (count: number) => {
      answers = count
    })
    child.once('error', reject)
    child.once('exit', () => (answers === undefined ? reject(new Error(`no answers from ${test.url}`)) : resolve(answers)))
  })
}
