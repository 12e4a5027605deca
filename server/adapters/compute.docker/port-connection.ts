import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Duplex } from 'node:stream'
import { bridgeExitCodes, bridgeOpenedByte, buildBridgeCommand } from '#server/adapters/compute.shared/bridge-script.ts'
import { readFirstByte } from '#server/adapters/compute.shared/exec-answer.ts'
import { sessionVariable } from '#server/adapters/compute.shared/hang-up-scripts.ts'
import { runWithSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import {
  type DriverError,
  DriverUnavailable,
  InvalidSpec,
  PortClosed,
  UnsupportedOperation,
} from '#server/ports/driver-errors.ts'
import type { OurContainer } from './containers.ts'
import type { DockerDriverContext } from './driver-context.ts'
import type { DockerEngine } from './engine.ts'
import { startExec, waitForExitCode } from './exec-session.ts'
import { ExecStream, inFlightMax } from './exec-stream.ts'
import { hangUpSession } from './hang-up.ts'
import { formatBridgeName, formatNetworkName } from './names.ts'

const directTimeoutMs = 1000
const dialTimeoutMs = 10_000
const endPolls = 5
const endPollMs = 200
const notRunnableCodes = [126, 127]

/**
 * Connects to a port of a running container: over its bridge if we can see it, otherwise through a program inside and the
 * engine's socket. A port closed on the bridge may still be open on the container's loopback.
 */
export async function openPortConnection(
  parts: DockerDriverContext,
  container: OurContainer,
  port: number,
  signal?: AbortSignal,
): Promise<Duplex> {
  if (signal?.aborted) throw new DriverUnavailable('call was cancelled')
  const late = AbortSignal.timeout(dialTimeoutMs)
  const signals = [parts.engine.closed, late, ...(signal ? [signal] : [])]
  return runWithSignals(signals, async (cut) => {
    const visible = findVisibleAddress(parts, container)
    const direct = visible && (await connectDirectly(visible, port, cut))
    if (direct) return closeWithEngine(parts.engine, direct)
    return openBridge(parts, container, port, addressOf(container), cut)
  })
}

const addressOf = ({ ref, info }: OurContainer): string =>
  info.NetworkSettings?.Networks?.[formatNetworkName(ref.installation_id)]?.IPAddress ?? ''

/**
 * True if the bridge is on this machine; elsewhere the same address may be another container. Its name contains the
 * installation, so an engine on another machine can have a bridge of that name, too.
 */
const isBridgeLocal = ({ access, installation_id: installationId }: DockerDriverContext['settings']): boolean =>
  access.by === 'unix' && networkInterfaces()[formatBridgeName(installationId)] !== undefined

/** The container's address, if we may connect to it. */
export const findVisibleAddress = ({ settings }: DockerDriverContext, container: OurContainer): string | undefined =>
  (settings.direct_dial && isBridgeLocal(settings) && addressOf(container)) || undefined

/** Connects over the bridge; undefined if nothing answers soon. */
export async function connectDirectly(host: string, port: number, signal: AbortSignal): Promise<Socket | undefined> {
  const to = { host, port, allowHalfOpen: true, highWaterMark: inFlightMax }
  const socket = connect(to)
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(directTimeoutMs)]) })
    return socket
  } catch {
    socket.on('error', () => undefined).destroy()
    return undefined
  }
}

async function openBridge(
  { engine, clock }: DockerDriverContext,
  { info }: OurContainer,
  port: number,
  address: string,
  signal: AbortSignal,
): Promise<Duplex> {
  const session = randomUUID()
  const Env = [`${sessionVariable}=${session}`]
  const { exec, raw } = await startExec(engine, info.Id, { Cmd: buildBridgeCommand(port, address), Tty: false, Env }).catch(
    (error: DriverError) => {
      throw error instanceof InvalidSpec ? new UnsupportedOperation('no shell in there', { cause: error }) : error
    },
  )
  const stream = closeWithEngine(engine, new ExecStream(raw, false))
  raw.once('close', () => void endBehind())
  const endBehind = async () => {
    for (let poll = 0; poll < endPolls; poll += 1) {
      const { Running } = await engine.call(() => exec.inspect()).catch(() => ({ Running: false }))
      if (!Running) return
      await clock.sleep(endPollMs)
    }
    await hangUpSession(engine, info.Id, session, 'all')
  }
  if ((await readFirstByte(stream, signal)) === bridgeOpenedByte) return stream
  stream.destroy()
  if (signal.aborted) throw new DriverUnavailable('call was cancelled')
  const code = await waitForExitCode(engine, clock, exec)
  if (code === bridgeExitCodes.closed) throw new PortClosed(`nothing listens on port ${port}`)
  if (code === bridgeExitCodes.no_tool || notRunnableCodes.includes(code))
    throw new UnsupportedOperation('no program in there can connect')
  throw new DriverUnavailable(`connecting ended with ${code}`)
}

/** Destroys the connection when the driver closes. */
export function closeWithEngine<T extends Duplex>(engine: DockerEngine, stream: T): T {
  const close = () => stream.destroy()
  stream.on('error', () => undefined) // a broken connection just ends; no listener is required
  engine.closed.addEventListener('abort', close, { once: true })
  stream.once('close', () => engine.closed.removeEventListener('abort', close))
  return stream
}
