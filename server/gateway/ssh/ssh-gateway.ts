import ssh2, { type ClientInfo, type Connection } from 'ssh2'
import type { Deps, Gateways } from '#server/deps.ts'
import { pairOfSeed } from '#server/domains/accounts/keys/keys.service.ts'
import { findInside } from '#server/domains/rentals/access/instance-connections.service.ts'
import { noteLogin } from '#server/domains/rentals/access/ssh-login.service.ts'
import { noteActivity } from '#server/domains/rentals/auto-stop/activity.service.ts'
import { leaving } from '#server/gateway/close-signal.ts'
import { join } from '#server/gateway/join-streams.ts'
import { listen } from '#server/gateway/listen.ts'
import type { OpenDoors } from '#server/gateway/open-connections.ts'
import { networkOf } from '#server/lib/network.ts'
import { authenticate, type Proved } from './authenticate.ts'
import { dialForward } from './forward.ts'
import { type Room, serveSession } from './session.ts'

/** As OpenSSH: whoever has not logged in by then is gone. */
const grace_ms = 120_000
/** An agent may hold many keys; what asks for more is no person. */
const tries_max = 20
const connections_per_network = 100
const channels_max = 64
const keepalive_ms = 30_000

export interface SshGateway {
  /** The port it listens on. */
  port: number
  public: NonNullable<Gateways['ssh']>
  close(): Promise<void>
}

/** SSH into instances by one port: the user name is the instance's id. Throws a Chinese sentence when it cannot listen. */
export async function openSshGateway(
  deps: Deps,
  doors: OpenDoors,
  { port, host, public_host }: { port: number; host: string; public_host: string },
): Promise<SshGateway> {
  const { private_key, fingerprint } = pairOfSeed(deps.keys.ssh_host)
  const connections = new Map<Connection, string>()
  const server = new ssh2.Server(
    { hostKeys: [private_key], ident: 'zhisuan', keepaliveInterval: keepalive_ms, keepaliveCountMax: 3 },
    (connection, info) => {
      const network = networkOf(info.ip)
      const from_there = [...connections.values()].filter((other) => other === network).length
      connection.on('error', () => undefined) // the library ends what breaks the protocol
      if (from_there >= connections_per_network) return void connection.end()
      connections.set(connection, network)
      connection.once('close', () => connections.delete(connection))
      serve(deps, doors, connection, info)
    },
  )
  const bound = await listen(server, port, host)
  return {
    port: bound,
    public: { host: public_host, port: bound, fingerprint },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const connection of connections.keys()) connection.end()
      await closed
    },
  }
}

function serve(deps: Deps, doors: OpenDoors, connection: Connection, info: ClientInfo): void {
  const from = { ip: info.ip, client: info.header.versions.software }
  const fault = (error: unknown) => deps.log.error({ err: error }, 'ssh gateway failed')
  const late = new AbortController()
  let tries = 0
  let proved: Proved | undefined

  void deps.clock.sleep(grace_ms, late.signal).then(() => {
    if (!proved) connection.end()
  })
  connection.once('close', () => late.abort())
  connection.on('authentication', (context) => {
    tries += 1
    if (tries > tries_max) return void connection.end()
    const onProved = async (login: Proved) => {
      await noteLogin(deps, login, from, login.how)
      proved = login
    }
    authenticate(deps, context, from, onProved).catch((error: unknown) => {
      fault(error)
      context.reject()
    })
  })
  connection.once('ready', () => {
    late.abort()
    if (!proved) return void connection.end()
    admit(deps, doors, connection, proved, fault)
  })
}

/** What somebody who has logged in may ask for. */
function admit(deps: Deps, doors: OpenDoors, connection: Connection, who: Proved, onFault: (error: unknown) => void): void {
  const leave = doors.add({ ...who, session_id: null }, () => connection.end())
  connection.once('close', leave)
  const room: Room = {
    inside: () => findInside(deps, who),
    onUse: () => noteActivity(deps, who.instance_id),
    left: leaving(connection),
    onFault,
  }
  let channels = 0
  /** Takes a place for a channel; answers what gives it back, or undefined when none is free. */
  const takePlace = () => {
    if (channels >= channels_max) return undefined
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
    serveSession(session, room)
  })
  connection.on('tcpip', (accept, reject, info) => {
    const leavePlace = takePlace()
    if (!leavePlace) return void reject()
    void dialForward(room, info).then((stream) => {
      const channel = stream ? accept() : reject()
      if (channel && stream) join(channel.once('close', leavePlace), stream, room.onUse)
      else {
        leavePlace()
        stream?.destroy()
      }
    })
  })
}
