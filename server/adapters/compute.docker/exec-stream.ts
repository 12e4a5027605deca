import { Duplex, type PassThrough } from 'node:stream'
import { FrameReader } from './frames.ts'

/** Bytes on their way in either direction, so that neither side waits for each chunk to be taken. */
export const inFlightMax = 256 * 1024

/**
 * Our side of an exec's raw connection. Removes the frames if there is no terminal, sends stderr to `apart` if given, and
 * reports no error when either side disconnects. Ending our writes closes a program's stdin, but not a terminal's: an engine
 * told that a terminal's input ended sends no more output.
 */
export class ExecStream extends Duplex {
  readonly #raw: Duplex
  readonly #tty: boolean
  readonly #apart: PassThrough | undefined
  #over = false

  constructor(raw: Duplex, tty: boolean, apart?: PassThrough) {
    super({ highWaterMark: inFlightMax })
    this.#raw = raw
    this.#tty = tty
    this.#apart = apart
    apart?.on('drain', () => raw.resume())
    const frames = new FrameReader()
    raw.on('data', (chunk: Buffer) => {
      for (const { error, bytes } of tty ? [{ error: false, bytes: chunk }] : frames.push(chunk)) {
        const keepsUp = error && apart ? apart.write(bytes) : this.push(bytes)
        if (!keepsUp) raw.pause()
      }
    })
    raw.on('error', () => this.#end())
    raw.once('end', () => this.#end())
    raw.once('close', () => this.#end())
  }

  override _read(): void {
    this.#raw.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.#raw.writableLength > inFlightMax) {
      this.#raw.write(chunk, () => done())
    } else {
      this.#raw.write(chunk)
      done()
    }
  }

  override _final(done: () => void): void {
    if (this.#tty) done()
    // not within a read: the shutdown of TLS would swallow what has come and was not handed over yet, and all after it
    else setImmediate(() => this.#raw.end(() => done()))
  }

  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    this.#over = true
    this.#raw.destroy()
    this.#apart?.end()
    done(null)
  }

  #end(): void {
    if (this.#over) return
    this.#over = true
    this.push(null)
    this.#apart?.end()
    this.#raw.destroy()
  }
}
