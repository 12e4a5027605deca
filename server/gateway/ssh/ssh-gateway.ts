import { randomUUID } from 'node:crypto'
import { SpanKind } from '@opentelemetry/api'
import ssh2, { type ClientInfo, type Connection, type ServerChannel } from 'ssh2'
import type { Deps, GatewayAddresses } from '#server/deps.ts'
import { createEd25519Pair } from '#server/domains/accounts/keys/key-pair.service.ts'
import { findInstanceConnector } from '#server/domains/rentals/access/instance-connections.service.ts'
import { recordSshLogin } from '#server/domains/rentals/access/ssh-login.service.ts'
import { recordInstanceActivity } from '#server/domains/rentals/auto-stop/activity.service.ts'
import { createCloseSignal } from '#server/gateway/close-signal.ts'
import { joinStreams } from '#server/gateway/join-streams.ts'
import { startListening } from '#server/gateway/listen.ts'
import type { OpenConnections } from '#server/gateway/open-connections.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'
import { inTrace } from '#server/lib/tracing.ts'
import { authenticateSsh, type ProvedLogin } from './authenticate.ts'
import { dialForwardedPort } from './forward.ts'
import { type SshConnection, serveSshSession } from './session.ts'

/** Login timeout, as in OpenSSH. */
const loginGraceMs = 120_000
/** An agent may hold many keys; more tries than this are not from a person. */
const loginTriesMax = 20
const connectionsPerNetwork = 100
const channelsMax = 64
const keepaliveMs = 30_000

export interface SshGateway {
  /** The listening port. */
  port: number
  public: NonNullable<GatewayAddresses['ssh']>
  close(): Promise<void>
}

/** Opens SSH access to instances through one port; the user name is the instance id. Throws a Chinese sentence on failure. */
export async function openSshGateway(
  deps: Deps,
  doors: OpenConnections,
  { port, host, public_host: publicHost }: { port: number; host: string; public_host: string },
): Promise<SshGateway> {
  const { private_key: privateKey, fingerprint } = createEd25519Pair(deps.keys.ssh_host)
  const connections = new Map<Connection, string>()
  const server = new ssh2.Server(
    { hostKeys: [privateKey], ident: 'zhisuan', keepaliveInterval: keepaliveMs, keepaliveCountMax: 3 },
    (connection, info) => {
      const network = toSubscriberNetwork(info.ip)
      const fromThere = [...connections.values()].filter((other) => other === network).length
      connection.on('error', () => undefined) // the library closes connections that break the protocol
      if (fromThere >= connectionsPerNetwork) return void connection.end()
      connections.set(connection, network)
      connection.once('close', () => connections.delete(connection))
      serveConnection(deps, doors, connection, info)
    },
  )
  const bound = await startListening(server, port, host)
  return {
    port: bound,
    public: { host: publicHost, port: bound, fingerprint },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const connection of connections.keys()) connection.end()
      await closed
    },
  }
}

function serveConnection(deps: Deps, doors: OpenConnections, connection: Connection, info: ClientInfo): void {
  const from = { ip: info.ip, client: info.header.versions.software, request_id: randomUUID() }
  const fault = (error: unknown) => deps.log.error({ err: error, request_id: from.request_id }, 'ssh gateway failed')
  const late = new AbortController()
  let tries = 0
  let proved: ProvedLogin | undefined

  void deps.clock.sleep(loginGraceMs, late.signal).then(() => {
    if (!proved) connection.end()
  })
  connection.once('close', () => late.abort())
  connection.on('authentication', (context) => {
    tries += 1
    if (tries > loginTriesMax) return void connection.end()
    const onProved = async (login: ProvedLogin) => {
      await recordSshLogin(deps, login, from, login.how)
      proved = login
    }
    const attempt = { name: 'ssh sign-in', kind: SpanKind.SERVER, attributes: { request_id: from.request_id } }
    inTrace(attempt, () => authenticateSsh(deps, context, from, onProved)).catch((error: unknown) => {
      fault(error)
      context.reject()
    })
  })
  connection.once('ready', () => {
    late.abort()
    if (!proved) return void connection.end()
    serveLogin(deps, doors, connection, proved, fault)
  })
}

/** Handles the requests of a logged-in client. */
function serveLogin(
  deps: Deps,
  doors: OpenConnections,
  connection: Connection,
  who: ProvedLogin,
  onFault: (error: unknown) => void,
): void {
  const terminals = new Set<ServerChannel>()
  const leave = doors.add(
    'ssh',
    { ...who, session_id: null },
    () => connection.end(),
    (line) => {
      for (const terminal of terminals) terminal.write(line)
    },
  )
  connection.once('close', leave)
  const room: SshConnection = {
    inside: () => findInstanceConnector(deps, who),
    onUse: () => recordInstanceActivity(deps, who.instance_id),
    left: createCloseSignal(connection),
    onFault,
    onTerminal: (channel) => {
      terminals.add(channel)
      channel.once('close', () => terminals.delete(channel))
      if (doors.notice !== undefined) channel.write(doors.notice)
    },
  }
  let channels = 0
  /** Reserves a channel slot; returns the release function, or undefined if all slots are in use. */
  const takePlace = () => {
    if (channels >= channelsMax) return undefined
    channels += 1
    return () => {
      channels -= 1
    }
  }
  connection.on('session', (accept, reject) => {
    const leavePlace = takePlace()
    if (!leavePlace) return void reject()
    const session = accept()
    session.once('close', leavePlace)
    serveSshSession(session, room)
  })
  connection.on('tcpip', (accept, reject, info) => {
    const leavePlace = takePlace()
    if (!leavePlace) return void reject()
    void dialForwardedPort(room, info).then((stream) => {
      const channel = stream ? accept() : reject()
      if (channel && stream) joinStreams(channel.once('close', leavePlace), stream, room.onUse)
      else {
        leavePlace()
        stream?.destroy()
      }
    })
  })
}
