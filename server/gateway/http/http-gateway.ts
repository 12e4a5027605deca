import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Deps, GatewayAddresses } from '#server/deps.ts'
import { recordInstanceActivity } from '#server/domains/rentals/auto-stop/activity.service.ts'
import { createCloseSignal } from '#server/gateway/close-signal.ts'
import { startListening } from '#server/gateway/listen.ts'
import type { OpenConnections } from '#server/gateway/open-connections.ts'
import { createRequestIds, requestIdHeader } from '#server/http/request-ids.ts'
import { DriverError, PortClosed } from '#server/ports/driver-errors.ts'
import {
  GatewayAccessError,
  getPortCookieName,
  type PortLinkDomain,
  type PortLinkTarget,
  parsePortLinkTarget,
  redeemPortTicket,
  requirePortAccess,
} from './admission.ts'
import { DialAgent } from './dial-agent.ts'
import { buildClosedPortPage, type GatewayErrorPage, gatewayErrorPages, sendErrorPage } from './error-pages.ts'
import { buildRequestHeaders } from './headers.ts'
import { type ProxyRoute, proxyRequest, proxyUpgrade } from './proxy.ts'

export interface HttpGateway {
  port: number
  public: NonNullable<GatewayAddresses['http']>
  close(): Promise<void>
}

/**
 * Serves the link ports of instances, each on its own origin: `<instance>-<port>.<domain>`. Never the console's origin, because
 * the content is untrusted. Throws a Chinese sentence if it cannot listen.
 */
export async function openHttpGateway(
  deps: Deps,
  doors: OpenConnections,
  { port, host, domain, https }: { port: number; host: string; domain: string; https: boolean },
): Promise<HttpGateway> {
  const agent = new DialAgent()
  const place: PortLinkDomain = { domain, port, https }
  const server = createServer((request, response) => void handleRequest(deps, doors, place, agent, request, response))
  server.requestTimeout = 0 // uploads may take any time
  server.on('upgrade', (request, socket, head) => void handleUpgrade(deps, doors, place, request, socket, head))
  place.port = await startListening(server, port, host)
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

async function prepareProxyRoute(
  deps: Deps,
  place: PortLinkDomain,
  target: PortLinkTarget,
  request: IncomingMessage,
  left: AbortSignal,
) {
  const { pass, inside } = await requirePortAccess(deps, place, target, request)
  const cookie = getPortCookieName(place)
  const { https } = place
  const way: ProxyRoute = {
    inside,
    key: `${pass.instance_id}.${inside.run}`,
    port: pass.port,
    headers: buildRequestHeaders(request, { cookie, https, behind_proxy: deps.config.trust_proxy.length > 0 }),
    cookie,
    left,
    onUse: () => recordInstanceActivity(deps, pass.instance_id),
  }
  return { pass, way }
}

async function handleRequest(
  deps: Deps,
  doors: OpenConnections,
  place: PortLinkDomain,
  agent: DialAgent,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => undefined)
  const left = createCloseSignal(response)
  let port = 0
  try {
    const target = parsePortLinkTarget(request, place)
    port = target.port
    if (await redeemPortTicket(deps, place, target, request, response)) return
    const { pass, way } = await prepareProxyRoute(deps, place, target, request, left)
    if (left.aborted) return
    response.once(
      'close',
      doors.add('port_link', pass, () => response.destroy()),
    )
    await proxyRequest(agent, request, response, way)
  } catch (error) {
    const { brand, site_origin: siteOrigin } = deps.config
    const id = createRequestIds(deps.config)(request)
    if (!response.headersSent) response.setHeader(requestIdHeader, id)
    const html = request.headers.accept?.includes('text/html') ?? false
    sendErrorPage(response, toErrorPage(deps, error, { port, id }), { html, brand, console_url: siteOrigin })
  }
}

async function handleUpgrade(
  deps: Deps,
  doors: OpenConnections,
  place: PortLinkDomain,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => undefined)
  const left = createCloseSignal(socket)
  let port = 0
  try {
    const target = parsePortLinkTarget(request, place)
    port = target.port
    const { pass, way } = await prepareProxyRoute(deps, place, target, request, left)
    if (left.aborted) return
    socket.once(
      'close',
      doors.add('port_link', pass, () => socket.destroy()),
    )
    await proxyUpgrade(request, socket, head, way)
  } catch (error) {
    const { status } = toErrorPage(deps, error, { port, id: createRequestIds(deps.config)(request) })
    socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  }
}

/** Chooses the error page for a failure. */
function toErrorPage(deps: Deps, error: unknown, { port, id }: { port: number; id: string }): GatewayErrorPage {
  if (error instanceof GatewayAccessError) return error.obstacle
  if (error instanceof PortClosed) return buildClosedPortPage(port)
  if (error instanceof DriverError)
    return error.code === 'DriverUnavailable' ? gatewayErrorPages.unreachable : gatewayErrorPages.not_running
  // Node's client errors have a code, such as when the program hangs up or does not speak HTTP.
  if (!(error as NodeJS.ErrnoException).code) deps.log.error({ err: error, request_id: id }, 'http gateway failed')
  return gatewayErrorPages.broken
}
