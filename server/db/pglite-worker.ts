import { parentPort, workerData } from 'node:worker_threads'
import { errorFields } from './errors.ts'
import { openDurable } from './pglite-durable.ts'
import type { Reply, Request, ThreadData } from './pglite-messages.ts'

/** Runs the durable PGlite away from the API's event loop: the thread pglite-thread.ts starts. */

const { directory, template } = workerData as ThreadData
const send = (reply: Reply) => parentPort?.postMessage(reply)

/** The parent ends this thread: after some failures the code here never gets control again. */
const die = (error: Error) => send({ kind: 'failed', message: error.message })

async function answer(request: Request): Promise<void> {
  try {
    const result = request.kind === 'run' ? await db.run(request.sql, request.parameters) : await db.close()
    send({ kind: 'answer', id: request.id, answer: result ?? undefined })
  } catch (error) {
    const fields = errorFields(error)
    // Without an SQLSTATE it is not PostgreSQL that refused but the machinery that broke.
    if (fields.code) send({ kind: 'error', id: request.id, error: fields })
    else die(error as Error)
  }
}

const db = await openDurable(directory, die, template)
db.onNotification((channel, payload) => send({ kind: 'notification', channel, payload }))
parentPort?.on('message', (request: Request) => void answer(request))
send({ kind: 'ready' })
