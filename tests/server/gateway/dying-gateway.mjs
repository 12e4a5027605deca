import { parentPort } from 'node:worker_threads'

/** A gateway thread that asks for the engine, dies if it is refused, and has nobody to wait for when it leaves. */
parentPort.on('message', ({ kind, problem, until }) => {
  if (kind === 'close') process.exit()
  if (kind === 'leave') {
    parentPort.postMessage({ kind: 'said', line: `leaves until ${until.toISOString()}` })
    return parentPort.postMessage({ kind: 'left' })
  }
  if (problem !== undefined) throw new Error(problem)
  parentPort.postMessage({ kind: 'said', line: 'permitted' })
})
parentPort.postMessage({ kind: 'open', public: { http: { domain: 'localhost', port: 1, https: false } } })
parentPort.postMessage({ kind: 'permit', id: 1 })
