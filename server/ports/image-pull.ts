/** Progress of an image pull. Values unknown to the engine are null. */
export interface PullProgress {
  /** Percentage of what must be fetched; never decreases within a call, and is 100 only once the image is there. */
  percent: number
  done_bytes: number | null
  total_bytes: number | null
  /** Bytes unpacked of those fetched. */
  unpacked_bytes: number | null
}

/** The image was already present; nothing had to be fetched. */
export const finishedPull: PullProgress = { percent: 100, done_bytes: null, total_bytes: null, unpacked_bytes: null }
