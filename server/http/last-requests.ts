import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { streamPath } from '#contract/stream.ts'
import type { Departure } from '#server/lib/departure.ts'

const streams = streamPath.slice(0, streamPath.indexOf(':'))

/**
 * A node that leaves waits for the requests under way, and ends connections with their answers, so that clients and proxies come
 * back to another node. It does not wait for streams of events, which never end and are taken up elsewhere.
 */
export function waitForLastRequests(app: FastifyInstance, departure: Departure): void {
  const underWay = new Set<ServerResponse>()
  let onIdle: (() => void) | undefined
  app.server.on('request', ({ url }, response: ServerResponse) => {
    if (url?.startsWith(streams)) return
    underWay.add(response)
    response.once('close', () => {
      underWay.delete(response)
      if (underWay.size === 0) onIdle?.()
    })
  })
  app.addHook('onSend', async (_, reply) => {
    if (departure.until) reply.header('connection', 'close')
  })
  departure.waitFor(
    () =>
      new Promise((resolve) => {
        onIdle = resolve
        if (underWay.size === 0) resolve()
      }),
  )
}
