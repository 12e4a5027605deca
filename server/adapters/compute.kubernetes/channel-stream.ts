import { Duplex, type PassThrough } from 'node:stream'
import type { WebSocket } from 'ws'
import { parseJson } from './names.ts'

/** The first byte of every message. `closes` is only in v5: the byte after it names a channel that ends. */
const channels = { stdin: 0, stdout: 1, stderr: 2, status: 3, resize: 4, closes: 255 } as const
const endableProtocol = 'v5.channel.k8s.io'
/** Bytes on their way in either direction, so that neither side waits for each chunk to be taken. */
const inFlightMax = 256 * 1024

/** How a program ended, as the cluster tells it. */
interface ProgramStatus {
  status?: 'Success' | 'Failure'
  message?: string
  details?: { causes?: { reason?: string; message?: string }[] }
}

/** Exit code of a program of which nobody says how it ended. */
export const lostExitCode = 255

const notRunnablePatterns: readonly [pattern: RegExp, code: number][] = [
  [/executable file .*not found|stat \S+: no such file or directory/i, 127],
  [/exec: .*(?:permission denied|is a directory)|exec format error/i, 126],
]

/** Returns a shell's exit code for a program that could not be run, by what the runtime says; undefined for other failures. */
export const findNotRunnableCode = (words: string): number | undefined =>
  notRunnablePatterns.find(([pattern]) => pattern.test(words))?.[1]

function toExitCode({ status, message = '', details }: ProgramStatus): number {
  if (status === 'Success') return 0
  const told = details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message
  return told !== undefined && /^\d+$/.test(told) ? Number(told) : (findNotRunnableCode(message) ?? lostExitCode)
}

/**
 * Our side of a program's channels. Sends stderr to `apart` if given, and reports no error when either side disconnects. Ending
 * our writes closes a program's stdin where the cluster can do so, but not a terminal's.
 */
export class ChannelStream extends Duplex {
  /** The program's exit code; undefined if the connection closed before the cluster told it: the program may still run. */
  readonly code: Promise<number | undefined>
  readonly #socket: WebSocket
  readonly #tty: boolean
  readonly #apart: PassThrough | undefined
  #status = ''
  #over = false

  constructor(socket: WebSocket, { tty = false, apart }: { tty?: boolean; apart?: PassThrough | undefined } = {}) {
    super({ highWaterMark: inFlightMax })
    this.#socket = socket
    this.#tty = tty
    this.#apart = apart
    apart?.on('drain', () => socket.resume())
    this.code = new Promise((resolve) => {
      socket.on('message', (message: Buffer) => {
        if (message[0] !== channels.status) return this.#receive(message)
        this.#status += message.subarray(1).toString()
        const status = parseJson<ProgramStatus>(this.#status)
        if (status) resolve(toExitCode(status))
      })
      socket.once('close', () => {
        resolve(undefined)
        this.#end()
      })
    })
    socket.on('error', () => undefined) // its close follows
    socket.resume()
  }

  /** Tells the size of the terminal; without effect on what has none. */
  resize(cols: number, rows: number): void {
    if (this.#tty) this.#send(channels.resize, Buffer.from(JSON.stringify({ Width: cols, Height: rows })))
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#socket.bufferedAmount > inFlightMax) {
      this.#send(channels.stdin, chunk, done)
    } else {
      this.#send(channels.stdin, chunk)
      done()
    }
  }

  override _final(done: () => void): void {
    if (this.#tty || this.#socket.protocol !== endableProtocol) done()
    else this.#send(channels.closes, Buffer.of(channels.stdin), done)
  }

  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    this.#over = true
    this.#socket.terminate()
    this.#apart?.end()
    done(null)
  }

  #send(channel: number, bytes: Uint8Array, done?: () => void): void {
    this.#socket.send(Buffer.concat([Buffer.of(channel), bytes]), () => done?.()) // one that is closed takes nothing
  }

  #receive(message: Buffer): void {
    const isError = message[0] === channels.stderr
    if (this.#over || message.length < 2 || !(isError || message[0] === channels.stdout)) return
    const bytes = message.subarray(1)
    const keepsUp = isError && this.#apart ? this.#apart.write(bytes) : this.push(bytes)
    if (!keepsUp) this.#socket.pause()
  }

  #end(): void {
    if (this.#over) return
    this.#over = true
    this.push(null)
    this.#apart?.end()
  }
}
