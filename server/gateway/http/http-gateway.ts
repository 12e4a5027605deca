import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Deps, Gateways } from '#server/deps.ts'
import { noteActivity } from '#server/domains/rentals/auto-stop/activity.service.ts'
import { leaving } from '#server/gateway/close-signal.ts'
import { listen } from '#server/gateway/listen.ts'
import type { OpenDoors } from '#server/gateway/open-connections.ts'
import { DriverError, PortClosed } from '#server/ports/driver-errors.ts'
import { admit, cookieName, enter, type Place, Stopped, type Target, targetOf } from './admission.ts'
import { DialAgent } from './dial-agent.ts'
import { answerObstacle, closedPort, type Obstacle, obstacles } from './error-pages.ts'
import { requestHeaders } from './headers.ts'
import { type Passage, passRequest, passUpgrade } from './proxy.ts'

export interface HttpGateway {
  port: number
  public: NonNullable<Gateways['http']>
  close(): Promise<void>
}

/**
 * What runs on the link ports of instances, each on an origin of its own: `<instance>-<port>.<domain>`. Never the console's
 * origin, for what it shows is anybody's program. Throws a Chinese sentence when it cannot listen.
 */
export async function openHttpGateway(
  deps: Deps,
  doors: OpenDoors,
  { port, host, domain, https }: { port: number; host: string; domain: string; https: boolean },
): Promise<HttpGateway> {
  const agent = new DialAgent()
  const place: Place = { domain, port, https }
  const server = createServer((request, response) => void answer(deps, doors, place, agent, request, response))
  server.requestTimeout = 0 // an upload takes as long as it takes
  server.on('upgrade', (request, socket, head) => void upgrade(deps, doors, place, request, socket, head))
  place.port = await listen(server, port, host)
  return {
    port: place.port,
    public: { ...place },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}

async function passage(deps: Deps, place: Place, target: Target, request: IncomingMessage, left: AbortSignal) {
  const { pass, inside } = await admit(deps, place, target, request)
  const cookie = cookieName(place)
  const { https } = place
  const way: Passage = {
    inside,
    key: `${pass.instance_id}.${inside.run}`,
    port: pass.port,
    headers: requestHeaders(request, { cookie, https, behind_proxy: deps.config.trust_proxy.length > 0 }),
    cookie,
    left,
    onUse: () => noteActivity(deps, pass.instance_id),
  }
  return { pass, way }
}

async function answer(
  deps: Deps,
  doors: OpenDoors,
  place: Place,
  agent: DialAgent,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => undefined)
  const left = leaving(response)
  let port = 0
  try {
    const target = targetOf(request, place)
    port = target.port
    if (await enter(deps, place, target, request, response)) return
    const { pass, way } = await passage(deps, place, target, request, left)
    if (left.aborted) return
    response.once(
      'close',
      doors.add(pass, () => response.destroy()),
    )
    await passRequest(agent, request, response, way)
  } catch (error) {
    const { brand, site_origin } = deps.config
    const html = request.headers.accept?.includes('text/html') ?? false
    answerObstacle(response, obstacleOf(deps, error, port), { html, brand, console_url: site_origin })
  }
}

async function upgrade(
  deps: Deps,
  doors: OpenDoors,
  place: Place,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => undefined)
  const left = leaving(socket)
  let port = 0
  try {
    const target = targetOf(request, place)
    port = target.port
    const { pass, way } = await passage(deps, place, target, request, left)
    if (left.aborted) return
    socket.once(
      'close',
      doors.add(pass, () => socket.destroy()),
    )
    await passUpgrade(request, socket, head, way)
  } catch (error) {
    const { status } = obstacleOf(deps, error, port)
    socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }
}

/** What a failure means to whoever looks at the page. */
function obstacleOf(deps: Deps, error: unknown, port: number): Obstacle {
  if (error instanceof Stopped) return error.obstacle
  if (error instanceof PortClosed) return closedPort(port)
  if (error instanceof DriverError) return error.code === 'DriverUnavailable' ? obstacles.unreachable : obstacles.not_running
  // What Node's client says of a program that hangs up or speaks no HTTP has a code.
  if (!(error as NodeJS.ErrnoException).code) deps.log.error({ err: error }, 'http gateway failed')
  return obstacles.broken
}
