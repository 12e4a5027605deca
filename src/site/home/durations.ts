const shortest = 60
const longest = 72 * 3600
/** Positions of the slider. */
export const stops = 100

/** Seconds at a position: even steps in the logarithm, so that minutes and days are equally easy to hit. */
export function secondsAt(stop: number): number {
  const exact = shortest * (longest / shortest) ** (stop / stops)
  const step = exact < 3600 ? 7 : exact < 6 * 3600 ? 60 : 600
  return Math.min(longest, Math.max(shortest, Math.round(exact / step) * step))
}

/** 2 小时 5 分 30 秒 */
export function durationText(seconds: number): string {
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
