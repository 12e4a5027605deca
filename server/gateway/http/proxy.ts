import { type IncomingMessage, request as open, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { InstanceConnector } from '#server/domains/rentals/instances/instance-exec.service.ts'
import { joinStreams } from '#server/gateway/join-streams.ts'
import type { DialAgent, DialOptions } from './dial-agent.ts'
import { buildResponseHeaders } from './headers.ts'

export interface ProxyRoute {
  inside: InstanceConnector
  /** Identifies the instance and its run; connections are never shared between two runs. */
  key: string
  port: number
  headers: string[]
  cookie: string
  /** Aborts when the client disconnects. */
  left: AbortSignal
  onUse: () => void
}

const safeMethods = new Set(['GET', 'HEAD'])

/** Streams one request to the instance and the response back. Rejects only while no response has been sent. */
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
      // The program closed an idle kept-alive connection while it was being reused; the request had no effect, so retry it.
      else if (inner.reusedSocket && safeMethods.has(request.method ?? '')) resolve(proxyRequest(agent, request, response, way))
      else reject(error)
    })
    response.once('close', () => inner.destroy())
    request.pipe(inner)
  })
}

/** Hands over a connection that upgrades to another protocol (WebSocket): from then on, bytes flow both ways. */
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
