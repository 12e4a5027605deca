import type { WebSocket } from '@fastify/websocket'
import { z } from 'zod'
import { terminalCloseCodes } from '#contract/instance-access.ts'
import { terminalPath, terminalPong } from '#contract/instances.ts'
import { recordInstanceActivity } from '#server/domains/rentals/auto-stop/activity.service.ts'
import { openTerminalShell, TerminalSeats, type TerminalShell } from '#server/domains/rentals/instances/terminal.service.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ExecSession } from '#server/ports/compute.ts'
import { DriverError } from '#server/ports/driver-errors.ts'

const Frame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('input'), data: z.string().max(65_536) }),
  z.object({ type: z.literal('resize'), cols: z.number().int().min(2).max(500), rows: z.number().int().min(1).max(300) }),
  z.object({ type: z.literal('ping') }),
])

const recheckMs = 10_000

/** Pauses reading until the program has consumed its input. While paused, a disconnect goes unnoticed, so pings detect it. */
async function waitForProgram(clock: Clock, socket: WebSocket, { stream }: ExecSession): Promise<void> {
  const over = new AbortController()
  const end = () => over.abort()
  stream.once('drain', end).once('close', end)
  socket.pause()
  while (!over.signal.aborted) {
    await clock.sleep(recheckMs, over.signal)
    if (!over.signal.aborted) socket.ping()
  }
  stream.off('drain', end).off('close', end)
  socket.resume()
}

/** Connects a socket to a shell. `onUse` is called on every input, because typing counts as use (product §4). */
function connectShell(clock: Clock, socket: WebSocket, shell: ExecSession, onUse: () => void): void {
  shell.stream.on('data', (chunk: Buffer) => {
    socket.send(chunk, { binary: true })
    if (socket.bufferedAmount > 1_000_000) {
      shell.stream.pause()
      setTimeout(() => shell.stream.resume(), 50)
    }
  })
  shell.stream.on('error', () => socket.close(terminalCloseCodes.unavailable))
  shell.exit.then(
    (code) => socket.close(terminalCloseCodes.ended, `exit ${code}`),
    () => socket.close(terminalCloseCodes.unavailable),
  )
  socket.on('message', (raw: Buffer) => {
    const frame = Frame.safeParse(parseJson(raw.toString()))
    if (!frame.success) return
    if (frame.data.type === 'input') {
      onUse()
      if (!shell.stream.write(frame.data.data) && !socket.isPaused) void waitForProgram(clock, socket, shell)
    } else if (frame.data.type === 'ping') socket.send(terminalPong)
    else shell.resize(frame.data.cols, frame.data.rows).catch(() => undefined)
  })
  socket.on('close', () => shell.stream.destroy())
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Maximum input accepted before the shell is ready. */
const maxEarlyBytes = 65_536

/** Registry of open connections; each is closed once its user is no longer allowed in. */
interface ConnectionRegistry {
  add(kind: 'terminal', entry: TerminalShell['entry'], close: () => void, tell: (line: string) => void): () => void
  readonly notice: string | undefined
}

/** Serves the web terminal. It uses a one-time ticket from an authenticated call, because a browser cannot send a header here. */
export function terminalRoutes({ app, deps }: HttpDeps, doors: ConnectionRegistry): void {
  const seats = new TerminalSeats()
  app.get<{ Querystring: { ticket?: string } }>(terminalPath, { websocket: true }, (socket, request) => {
    const early: Buffer[] = []
    let bytes = 0
    const keep = (raw: Buffer) => {
      bytes += raw.length
      if (bytes > maxEarlyBytes) socket.close(terminalCloseCodes.refused, 'early')
      else early.push(raw)
    }
    socket.on('message', keep)
    openTerminalShell(deps, String(request.query.ticket ?? ''), seats).then(
      (shell) => {
        socket.off('message', keep)
        if (!shell) return socket.close(terminalCloseCodes.refused, 'ticket')
        if (shell === 'no_seat') return socket.close(terminalCloseCodes.too_many, 'too many')
        const { entry, session } = shell
        // If the client has disconnected meanwhile, the program would keep running.
        if (socket.readyState !== socket.OPEN) {
          seats.leave(entry.user_id)
          return void session.stream.destroy()
        }
        const tell = (line: string) => socket.send(Buffer.from(line), { binary: true })
        const close = () => {
          // Destroy the stream at once, so that nothing typed before the close handshake reaches the shell.
          session.stream.destroy()
          socket.close(terminalCloseCodes.refused, 'session')
        }
        const leave = doors.add('terminal', entry, close, tell)
        if (doors.notice !== undefined) tell(doors.notice)
        socket.once('close', leave).once('close', () => seats.leave(entry.user_id))
        connectShell(deps.clock, socket, session, () => recordInstanceActivity(deps, entry.instance_id))
        for (const raw of early) socket.emit('message', raw)
      },
      (error: unknown) => {
        if (!(error instanceof DriverError)) request.log.error({ err: error }, 'terminal failed')
        socket.close(terminalCloseCodes.unavailable)
      },
    )
  })
}
