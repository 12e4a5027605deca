const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** `31_035_704` → `29.6 MB`, base 1024, with three significant digits. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** step
  const places = step === 0 || value >= 100 ? 0 : 1
  return `${Number(value.toFixed(places))} ${units[step]}`
}

/** Formats GB with at most two decimals; smaller values are shown as 不到 0.01. */
export const formatGb = (gb: number): string => (gb > 0 && gb < 0.01 ? '不到 0.01' : String(Math.round(gb * 100) / 100))
