import { streamPath } from '#contract/stream.ts'
import type { StreamHub } from '#server/domains/notify/notifications/stream.service.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { waitForDrain } from '#server/lib/wait-for-drain.ts'

const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

const parseLastEventId = (header: unknown): bigint | undefined =>
  typeof header === 'string' && /^\d{1,18}$/.test(header) ? BigInt(header) : undefined

/** Serves one user's server-sent events (requirements §4, §7): notifications and changes, resumable by Last-Event-ID. */
export function streamRoutes({ app, sessions }: HttpDeps, hub: StreamHub): void {
  app.get(streamPath, async (request, reply) => {
    const token = request.headers.authorization?.replace(/^Bearer\s+/i, '')
    if (!token) throw new Refusal('signed_out')
    const { caller, expires_at: expiresAt } = await sessions.authenticate(token)
    const raw = reply.raw
    reply.hijack()
    const leaving = hub.subscribe({ ...caller, expires_at: expiresAt }, parseLastEventId(request.headers['last-event-id']), {
      begin: () => {
        raw.writeHead(200, sseHeaders)
        raw.write(': open\n\n')
      },
      write: (frame) => void raw.write(frame),
      backlog: () => raw.writableLength,
      drained: () => waitForDrain(raw),
      // A client that does not read would block a graceful end forever.
      end: () => void (raw.writableLength > 0 ? raw.destroy() : raw.end()),
    })
    raw.on('close', () => {
      leaving.then((leave) => leave()).catch((error) => request.log.error({ err: error }, 'stream failed'))
    })
    leaving.catch(() => (raw.headersSent ? raw.end() : raw.writeHead(503).end()))
  })
}
