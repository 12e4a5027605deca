import { parentPort } from 'node:worker_threads'

/** A gateway thread that asks for the engine, and dies if it is refused. */
parentPort.on('message', ({ kind, problem }) => {
  if (kind === 'close') process.exit()
  if (problem !== undefined) throw new Error(problem)
  parentPort.postMessage({ kind: 'said', line: 'permitted' })
})
parentPort.postMessage({ kind: 'open', public: { http: { domain: 'localhost', port: 1, https: false } } })
parentPort.postMessage({ kind: 'permit', id: 1 })
