const headerBytes = 8
const stderrStream = 2

export interface OutputFrame {
  error: boolean
  bytes: Buffer
}

/**
 * Splits the engine's stream into stdout and stderr frames, independent of chunk boundaries. Dockerode's demuxStream recurses
 * per frame: a few thousand small frames in one chunk, which any program can write, overflow the stack.
 */
export class FrameReader {
  #parts: Buffer[] = []
  #held = 0

  /** Returns the frames that `chunk` completed. */
  push(chunk: Buffer): OutputFrame[] {
    this.#parts.push(chunk)
    this.#held += chunk.length
    if (this.#held < headerBytes) return []
    const all = Buffer.concat(this.#parts, this.#held)
    const frames: OutputFrame[] = []
    let at = 0
    for (;;) {
      if (all.length - at < headerBytes) break
      const length = all.readUInt32BE(at + 4)
      if (all.length - at < headerBytes + length) break
      frames.push({ error: all[at] === stderrStream, bytes: all.subarray(at + headerBytes, at + headerBytes + length) })
      at += headerBytes + length
    }
    this.#parts = [all.subarray(at)]
    this.#held = all.length - at
    return frames
  }
}
