import { type IncomingMessage, request as open, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { InstanceConnector } from '#server/domains/rentals/instances/instance-exec.service.ts'
import { joinStreams } from '#server/gateway/join-streams.ts'
import type { DialAgent, DialOptions } from './dial-agent.ts'
import { buildResponseHeaders } from './headers.ts'

export interface ProxyRoute {
  inside: InstanceConnector
  /** Names the instance and its run: connections are never shared between two. */
  key: string
  port: number
  headers: string[]
  cookie: string
  /** Aborts when whoever asked has left. */
  left: AbortSignal
  onUse: () => void
}

const safeMethods = new Set(['GET', 'HEAD'])

/** Passes one request in and its answer out as they stream. Rejects while nothing has been answered yet. */
export function proxyRequest(
  agent: DialAgent,
  request: IncomingMessage,
  response: ServerResponse,
  way: ProxyRoute,
): Promise<void> {
  way.onUse()
  return new Promise((resolve, reject) => {
    const options: DialOptions = {
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
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, buildResponseHeaders(answer.rawHeaders, way.cookie))
      answer.on('data', way.onUse)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
      resolve()
    })
    inner.on('error', (error) => {
      if (response.headersSent) response.destroy()
      // The program closed a kept connection just as it was taken up again; nothing of the request was done.
      else if (inner.reusedSocket && safeMethods.has(request.method ?? '')) resolve(proxyRequest(agent, request, response, way))
      else reject(error)
    })
    response.once('close', () => inner.destroy())
    request.pipe(inner)
  })
}

/** Hands a connection over that asks for another protocol: from here on it is bytes both ways (WebSocket). */
export async function proxyUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, way: ProxyRoute): Promise<void> {
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
  joinStreams(socket, stream, way.onUse)
}
