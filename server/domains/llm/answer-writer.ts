import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { AnswerWriter } from '#server/domains/llm/serve-call.service.ts'
import { waitForDrain } from '#server/lib/wait-for-drain.ts'

const contentTypes = { json: 'application/json; charset=utf-8', stream: 'text/event-stream; charset=utf-8' } as const

/**
 * Writes an answer to the HTTP response. Bytes are flushed as they come; a slow reader slows down the upstream. `takeOver` is
 * called when the answer begins: it detaches the response from the framework and returns its headers.
 */
export function createAnswerWriter(raw: ServerResponse, takeOver: () => OutgoingHttpHeaders): AnswerWriter {
  const leaving = new AbortController()
  let ended = false
  if (raw.destroyed) leaving.abort()
  raw.once('close', () => {
    if (!ended) leaving.abort()
  })
  return {
    left: leaving.signal,
    begin: (type) => {
      const own = { 'content-type': contentTypes[type], 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
      raw.writeHead(200, { ...takeOver(), ...own })
    },
    write: (bytes) => {
      if (leaving.signal.aborted || raw.destroyed || raw.write(bytes)) return undefined
      return waitForDrain(raw)
    },
    end: () => {
      ended = !leaving.signal.aborted
      raw.end()
    },
  }
}
