import { parentPort, workerData } from 'node:worker_threads'
import { toErrorFields } from './errors.ts'
import { openDurablePglite } from './pglite-durable.ts'
import type { PgliteReply, PgliteRequest, PgliteThreadData } from './pglite-messages.ts'

/** Entry point of the thread started by pglite-thread.ts; runs the durable PGlite outside the API's event loop. */

const { directory, template } = workerData as PgliteThreadData
const sendReply = (reply: PgliteReply) => parentPort?.postMessage(reply)

/** The parent terminates this thread, because after some failures the code here never regains control. */
const reportFailure = (error: Error) => sendReply({ kind: 'failed', message: error.message })

async function answerRequest(request: PgliteRequest): Promise<void> {
  try {
    const result = request.kind === 'run' ? await db.run(request.sql, request.parameters) : await db.close()
    sendReply({ kind: 'answer', id: request.id, answer: result ?? undefined })
  } catch (error) {
    const fields = toErrorFields(error)
    // Without an SQLSTATE, the error comes from the engine itself, not from PostgreSQL.
    if (fields.code) sendReply({ kind: 'error', id: request.id, error: fields })
    else reportFailure(error as Error)
  }
}

const db = await openDurablePglite(directory, reportFailure, template)
db.onNotification((channel, payload) => sendReply({ kind: 'notification', channel, payload }))
parentPort?.on('message', (request: PgliteRequest) => void answerRequest(request))
sendReply({ kind: 'ready' })
