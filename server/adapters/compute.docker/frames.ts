const headerBytes = 8
const stderrStream = 2

/** A frame of the engine's stream, or the part of one that has arrived. */
export interface OutputPart {
  error: boolean
  bytes: Buffer
}

/**
 * Splits the engine's stream into stdout and stderr without copying: a frame that arrives in pieces is given out in pieces.
 * Dockerode's demuxStream recurses per frame: a few thousand small frames in one chunk, which any program can write, overflow
 * the stack.
 */
export class FrameReader {
  readonly #header = Buffer.alloc(headerBytes)
  #header_at = 0
  /** Bytes still missing of the current frame. */
  #left = 0

  /** Returns what `chunk` brought, as views of it. */
  push(chunk: Buffer): OutputPart[] {
    const parts: OutputPart[] = []
    let at = 0
    while (at < chunk.length) {
      if (this.#left === 0) {
        at += this.#readHeader(chunk, at)
        continue
      }
      const bytes = chunk.subarray(at, at + this.#left)
      parts.push({ error: this.#header[0] === stderrStream, bytes })
      this.#left -= bytes.length
      at += bytes.length
    }
    return parts
  }

  /** Takes what is missing of the header; returns how many bytes it took. */
  #readHeader(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.#header, this.#header_at, at, at + headerBytes - this.#header_at)
    this.#header_at += taken
    if (this.#header_at === headerBytes) {
      this.#left = this.#header.readUInt32BE(4)
      this.#header_at = 0
    }
    return taken
  }
}
