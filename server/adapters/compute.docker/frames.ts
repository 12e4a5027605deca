const header_bytes = 8
const stderr = 2

export interface Frame {
  error: boolean
  bytes: Buffer
}

/**
 * Takes apart the engine's stream of stdout and stderr frames, however its chunks are cut. Dockerode's own demuxStream calls
 * itself for each frame: a few thousand small ones in one chunk, which any program can write, overflow the stack.
 */
export class FrameReader {
  #parts: Buffer[] = []
  #held = 0

  /** Gives the frames that `chunk` completed. */
  push(chunk: Buffer): Frame[] {
    this.#parts.push(chunk)
    this.#held += chunk.length
    if (this.#held < header_bytes) return []
    const all = Buffer.concat(this.#parts, this.#held)
    const frames: Frame[] = []
    let at = 0
    for (;;) {
      if (all.length - at < header_bytes) break
      const length = all.readUInt32BE(at + 4)
      if (all.length - at < header_bytes + length) break
      frames.push({ error: all[at] === stderr, bytes: all.subarray(at + header_bytes, at + header_bytes + length) })
      at += header_bytes + length
    }
    this.#parts = [all.subarray(at)]
    this.#held = all.length - at
    return frames
  }
}
