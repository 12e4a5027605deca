import { type IncomingMessage, request as open, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Inside } from '#server/domains/rentals/instances/instance-exec.service.ts'
import { join } from '#server/gateway/join-streams.ts'
import type { DialAgent, Dialled } from './dial-agent.ts'
import { responseHeaders } from './headers.ts'

export interface Passage {
  inside: Inside
  /** Names the instance and its run: connections are never shared between two. */
  key: string
  port: number
  headers: string[]
  cookie: string
  /** Aborts when whoever asked has left. */
  left: AbortSignal
  onUse: () => void
}

const safe = new Set(['GET', 'HEAD'])

/** Passes one request in and its answer out as they stream. Rejects while nothing has been answered yet. */
export function passRequest(agent: DialAgent, request: IncomingMessage, response: ServerResponse, way: Passage): Promise<void> {
  way.onUse()
  return new Promise((resolve, reject) => {
    const options: Dialled = {
      agent,
      inside: way.inside,
      host: way.key,
      port: way.port,
      left: way.left,
      method: request.method,
      path: request.url,
      headers: way.headers,
      setHost: false,
    }
    const inner = open(options)
    inner.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, responseHeaders(answer.rawHeaders, way.cookie))
      answer.on('data', way.onUse)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
      resolve()
    })
    inner.on('error', (error) => {
      if (response.headersSent) response.destroy()
      // The program closed a kept connection just as it was taken up again; nothing of the request was done.
      else if (inner.reusedSocket && safe.has(request.method ?? '')) resolve(passRequest(agent, request, response, way))
      else reject(error)
    })
    response.once('close', () => inner.destroy())
    request.pipe(inner)
  })
}

/** Hands a connection over that asks for another protocol: from here on it is bytes both ways (WebSocket). */
export async function passUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, way: Passage): Promise<void> {
  const stream = await way.inside.dial(way.port, way.left)
  if (way.left.aborted) return void stream.destroy()
  const lines = Array.from({ length: way.headers.length / 2 }, (_, nth) => `${way.headers[2 * nth]}: ${way.headers[2 * nth + 1]}`)
  const asked = [
    `${request.method} ${request.url} HTTP/1.1`,
    ...lines,
    'Connection: Upgrade',
    `Upgrade: ${request.headers.upgrade}`,
  ]
  stream.write(`${asked.join('\r\n')}\r\n\r\n`)
  stream.write(head)
  join(socket, stream, way.onUse)
}
