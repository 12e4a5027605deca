import { parentPort, workerData } from 'node:worker_threads'
import { toErrorFields } from './errors.ts'
import { openDurablePglite } from './pglite-durable.ts'
import type { PgliteReply, PgliteRequest, PgliteThreadData } from './pglite-messages.ts'

/** Runs the durable PGlite away from the API's event loop: the thread pglite-thread.ts starts. */

const { directory, template } = workerData as PgliteThreadData
const sendReply = (reply: PgliteReply) => parentPort?.postMessage(reply)

/** The parent ends this thread: after some failures the code here never gets control again. */
const reportFailure = (error: Error) => sendReply({ kind: 'failed', message: error.message })

async function answerRequest(request: PgliteRequest): Promise<void> {
  try {
    const result = request.kind === 'run' ? await db.run(request.sql, request.parameters) : await db.close()
    sendReply({ kind: 'answer', id: request.id, answer: result ?? undefined })
  } catch (error) {
    const fields = toErrorFields(error)
    // Without an SQLSTATE it is not PostgreSQL that refused but the machinery that broke.
    if (fields.code) sendReply({ kind: 'error', id: request.id, error: fields })
    else reportFailure(error as Error)
  }
}

const db = await openDurablePglite(directory, reportFailure, template)
db.onNotification((channel, payload) => sendReply({ kind: 'notification', channel, payload }))
parentPort?.on('message', (request: PgliteRequest) => void answerRequest(request))
sendReply({ kind: 'ready' })
