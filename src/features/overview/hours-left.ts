/** Formats how long the balance lasts, in a suitable unit. */
export function formatHoursLeft(hours: number | null): string {
  if (hours === null) return '当前没有消耗'
  if (hours < 1) return '不足 1 小时'
  return hours < 72 ? `约可用 ${Math.floor(hours)} 小时` : `约可用 ${Math.floor(hours / 24)} 天`
}
