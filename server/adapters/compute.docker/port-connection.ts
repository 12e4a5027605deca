import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Duplex } from 'node:stream'
import { underSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import { type DriverError, DriverUnavailable, InvalidSpec, PortClosed, Unsupported } from '#server/ports/driver-errors.ts'
import { bridgeCommand, exit_codes, opened } from './bridge-script.ts'
import type { OurContainer } from './containers.ts'
import type { Parts } from './driver-context.ts'
import type { Engine } from './engine.ts'
import { exitCode, startExec } from './exec-session.ts'
import { ExecStream } from './exec-stream.ts'
import { hangUp, session_variable } from './hang-up.ts'
import { bridgeName, networkName } from './names.ts'

const direct_patience_ms = 1000
const patience_ms = 10_000
const end_polls = 5
const end_poll_ms = 200
const not_runnable = [126, 127]

/**
 * Connects to a port of a running container: over its bridge where that is ours to see, else through a program inside and
 * the engine's socket. A port that refuses on the bridge may still be open on the container's loopback.
 */
export async function dial(parts: Parts, container: OurContainer, port: number, signal?: AbortSignal): Promise<Duplex> {
  if (signal?.aborted) throw new DriverUnavailable('call was cancelled')
  const late = AbortSignal.timeout(patience_ms)
  const signals = [parts.engine.closed, late, ...(signal ? [signal] : [])]
  return underSignals(signals, async (cut) => {
    const address = addressOf(container)
    const may_see = parts.settings.direct_dial && seesBridge(container.ref.installation_id)
    const direct = may_see && (await connectTo(address, port, cut))
    if (direct) return closedWith(parts.engine, direct)
    return bridge(parts, container, port, address, cut)
  })
}

const addressOf = ({ ref, info }: OurContainer): string =>
  info.NetworkSettings?.Networks?.[networkName(ref.installation_id)]?.IPAddress ?? ''

/** Elsewhere the same address may be somebody else's container. The bridge is named after the installation. */
const seesBridge = (installation_id: string): boolean => networkInterfaces()[bridgeName(installation_id)] !== undefined

async function connectTo(host: string, port: number, signal: AbortSignal): Promise<Socket | undefined> {
  if (!host) return undefined
  const socket = connect({ host, port, allowHalfOpen: true })
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(direct_patience_ms)]) })
    return socket
  } catch {
    socket.on('error', () => undefined).destroy()
    return undefined
  }
}

async function bridge(
  { engine, clock }: Parts,
  { info }: OurContainer,
  port: number,
  address: string,
  signal: AbortSignal,
): Promise<Duplex> {
  const session = randomUUID()
  const Env = [`${session_variable}=${session}`]
  const { exec, raw } = await startExec(engine, info.Id, { Cmd: bridgeCommand(port, address), Tty: false, Env }).catch(
    (error: DriverError) => {
      throw error instanceof InvalidSpec ? new Unsupported('no shell in there', { cause: error }) : error
    },
  )
  const stream = closedWith(engine, new ExecStream(raw, false))
  raw.once('close', () => void endBehind())
  const endBehind = async () => {
    for (let poll = 0; poll < end_polls; poll += 1) {
      const { Running } = await engine.call(() => exec.inspect()).catch(() => ({ Running: false }))
      if (!Running) return
      await clock.sleep(end_poll_ms)
    }
    await hangUp(engine, info.Id, session, 'all')
  }
  if ((await firstByte(stream, signal)) === opened) return stream
  stream.destroy()
  if (signal.aborted) throw new DriverUnavailable('call was cancelled')
  const code = await exitCode(engine, clock, exec)
  if (code === exit_codes.closed) throw new PortClosed(`nothing listens on port ${port}`)
  if (code === exit_codes.no_tool || not_runnable.includes(code)) throw new Unsupported('no program in there can connect')
  throw new DriverUnavailable(`connecting ended with ${code}`)
}

/** Undefined when the stream ends or `signal` aborts first. */
async function firstByte(stream: Duplex, signal: AbortSignal): Promise<number | undefined> {
  while (!signal.aborted && !stream.readableEnded && !stream.destroyed) {
    const byte = stream.read(1) as Buffer | null
    if (byte) return byte[0]
    const done = new AbortController()
    const events = ['readable', 'end', 'close'].map((event) =>
      once(stream, event, { signal: AbortSignal.any([signal, done.signal]) }),
    )
    await Promise.race(events).catch(() => undefined)
    done.abort()
    await Promise.allSettled(events)
  }
  return undefined
}

/** The driver's end is the connection's too. */
function closedWith<T extends Duplex>(engine: Engine, stream: T): T {
  const close = () => stream.destroy()
  stream.on('error', () => undefined) // a connection that breaks off ends; nobody need listen for that
  engine.closed.addEventListener('abort', close, { once: true })
  stream.once('close', () => engine.closed.removeEventListener('abort', close))
  return stream
}
