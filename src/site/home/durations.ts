const minSeconds = 60
const maxSeconds = 72 * 3600
/** Positions of the slider. */
export const durationStops = 100

/** Seconds at a position: even steps in the logarithm, so that minutes and days are equally easy to hit. */
export function computeStopSeconds(stop: number): number {
  const exact = minSeconds * (maxSeconds / minSeconds) ** (stop / durationStops)
  const step = exact < 3600 ? 7 : exact < 6 * 3600 ? 60 : 600
  return Math.min(maxSeconds, Math.max(minSeconds, Math.round(exact / step) * step))
}

/** 2 小时 5 分 30 秒 */
export function formatRunDuration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), '小时'],
    [Math.floor((seconds % 3600) / 60), '分'],
    [seconds % 60, '秒'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
