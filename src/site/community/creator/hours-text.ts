/** `3 小时 5 分 2 秒`, without parts that are 0. */
export function formatHours(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), '小时'],
    [Math.floor(seconds / 60) % 60, '分'],
    [seconds % 60, '秒'],
  ] as const
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ') || '0 秒'
}
