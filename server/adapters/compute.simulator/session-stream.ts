import { Duplex } from 'node:stream'

const maxUnreadBytes = 256 * 1024

export interface StreamHandlers {
  /** Receives bytes from the other side. */
  input(chunk: Uint8Array): void | Promise<void>
  /** The other side sends no more data. */
  ended(): void
  /** The other side is gone. */
  closed(): void
}

/** Our end of a session's stream. Accepts no more input while too much output is unread. */
export class SessionStream extends Duplex {
  readonly #ends: StreamHandlers
  #waiting: (() => void)[] = []

  constructor(ends: StreamHandlers) {
    super({ allowHalfOpen: true })
    this.#ends = ends
  }

  /** Sends data; resolves when the other side keeps up. Does nothing after the end. */
  async send(data: string | Uint8Array): Promise<void> {
    if (this.destroyed || this.readableEnded || data.length === 0) return
    if (!this.push(typeof data === 'string' ? Buffer.from(data) : data)) await this.#drained()
  }

  /** Sends an echo without waiting; `input` applies the backpressure instead. */
  echo(text: string): void {
    if (!this.destroyed && !this.readableEnded) this.push(Buffer.from(text))
  }

  /** Ends the output. */
  finish(): void {
    if (!this.destroyed) this.push(null)
    this.#release()
  }

  override _read(): void {
    this.#release()
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    Promise.resolve(this.#ends.input(chunk))
      .then(() => (this.readableLength > maxUnreadBytes ? this.#drained() : undefined))
      .then(() => done(), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#ends.ended()
    done()
  }

  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    this.#ends.closed()
    this.#release()
    done(null)
  }

  #drained(): Promise<void> {
    if (this.destroyed) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #release(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}
