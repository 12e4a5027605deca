import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { FrameReader } from '#server/adapters/compute.docker/frames.ts'

/** Of the protocols v4.channel.k8s.io and v5.channel.k8s.io: the first byte of every message. */
const channel = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 } as const
/** Only in v5: the byte after it names a channel that ends. */
const closes = 255
export const channelProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io']

const inFlightMax = 256 * 1024
const normalClosure = 1000

export interface StreamOptions {
  tty: boolean
  stdin: boolean
  stdout: boolean
  stderr: boolean
}

/** What remains when a program has ended. */
type Outcome = { status: 'Success' } | { status: 'Failure'; [more: string]: unknown }

/** The status of a program that ended with `code`, as a kubelet tells it. */
export const describeExit = (code: number): Outcome =>
  code === 0
    ? { status: 'Success' }
    : {
        status: 'Failure',
        message: `command terminated with non-zero exit code: exit status ${code}`,
        reason: 'NonZeroExitCode',
        details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
      }

/** Sends on one channel, and lets `source` rest while the other side does not keep up. */
export function sendOn(socket: WebSocket, number: number, bytes: Uint8Array, source?: Duplex): void {
  const resume = () => socket.bufferedAmount < inFlightMax && source?.resume()
  socket.send(Buffer.concat([Buffer.of(number), bytes]), resume)
  if (socket.bufferedAmount > inFlightMax) source?.pause()
}

/** Writes what came, and takes no more from `socket` until that is on its way. */
export function writeFrom(socket: WebSocket, target: Duplex, bytes: Buffer): void {
  if (target.writableEnded || target.write(bytes) || socket.isPaused) return
  socket.pause()
  const resume = () => {
    target.off('drain', resume).off('close', resume)
    socket.resume()
  }
  target.on('drain', resume).on('close', resume)
}

/** Joins a program's raw stream of the engine with the socket of whoever runs it, until either ends. */
export function joinChannels(
  socket: WebSocket,
  raw: Duplex,
  options: StreamOptions,
  { resize, exit }: { resize: (cols: number, rows: number) => Promise<unknown>; exit: () => Promise<Outcome> },
): void {
  sendOn(socket, options.stdout ? channel.stdout : channel.error, Buffer.alloc(0)) // it is open
  const frames = new FrameReader()
  raw.on('data', (chunk: Buffer) => {
    for (const { error, bytes } of options.tty ? [{ error: false, bytes: chunk }] : frames.push(chunk)) {
      if (error ? options.stderr : options.stdout) sendOn(socket, error ? channel.stderr : channel.stdout, bytes, raw)
    }
  })
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    const outcome = await exit().catch((error: Error) => ({ status: 'Failure', message: error.message }))
    sendOn(socket, channel.error, Buffer.from(JSON.stringify({ metadata: {}, ...outcome })))
    socket.close(normalClosure)
  }
  raw.on('error', () => undefined)
  raw.once('end', end)
  raw.once('close', end)
  socket.on('close', () => raw.destroy())
  socket.on('error', () => raw.destroy())
  socket.on('message', (message: Buffer) => {
    const bytes = message.subarray(1)
    if (message[0] === channel.stdin && options.stdin) writeFrom(socket, raw, bytes)
    else if (message[0] === closes && bytes[0] === channel.stdin) raw.end()
    else if (message[0] === channel.resize) {
      const { Width, Height } = JSON.parse(bytes.toString()) as { Width: number; Height: number }
      void resize(Width, Height).catch(() => undefined)
    }
  })
}
