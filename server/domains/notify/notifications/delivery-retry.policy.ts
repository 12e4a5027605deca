import { limits } from '#contract/limits.ts'

const retryDelaysS = [30, 120, 600, 3_600, 21_600]

/** Returns when a delivery that failed `tries` times is sent again; null once it has used its tries. */
export function computeNextDeliveryTry(tries: number, now: Date): Date | null {
  if (tries >= limits.noticeTriesMax) return null
  return new Date(now.getTime() + (retryDelaysS[tries - 1] ?? retryDelaysS.at(-1)!) * 1000)
}
