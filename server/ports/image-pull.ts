/** How far an image is. What an engine cannot tell is null. */
export interface PullProgress {
  /** Of what is to be fetched; only grows within a call, and is 100 when the image is there and not before. */
  percent: number
  done_bytes: number | null
  total_bytes: number | null
  /** What has been unpacked of what was fetched. */
  unpacked_bytes: number | null
}

/** The image is there, and nothing had to be fetched. */
export const finishedPull: PullProgress = { percent: 100, done_bytes: null, total_bytes: null, unpacked_bytes: null }
