import type { Duplex } from 'node:stream'
import type { TcpipRequestInfo } from 'ssh2'
import { DriverError } from '#server/ports/driver-errors.ts'
import type { SshConnection } from './session.ts'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1', '0.0.0.0'])

/**
 * Opens the target of `ssh -L`: only ports inside the instance, since otherwise the gateway would expose our own network. Returns
 * undefined if there is nothing to connect to.
 */
export async function dialForwardedPort(
  room: SshConnection,
  { destIP, destPort }: TcpipRequestInfo,
): Promise<Duplex | undefined> {
  if (!loopbackHosts.has(destIP.toLowerCase())) return undefined
  try {
    const inside = await room.inside()
    const stream = await inside?.dial(destPort, room.left)
    if (!room.left.aborted) return stream
    stream?.destroy()
    return undefined
  } catch (error) {
    if (!(error instanceof DriverError)) room.onFault(error)
    return undefined
  }
}
