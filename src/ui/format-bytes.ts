const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** `31_035_704` → `29.6 MB`, by 1024; three figures are enough to choose by. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** step
  const places = step === 0 || value >= 100 ? 0 : 1
  return `${Number(value.toFixed(places))} ${units[step]}`
}

/** Two places at most; what is smaller than they can say is said to be. */
export const formatGb = (gb: number): string => (gb > 0 && gb < 0.01 ? '不到 0.01' : String(Math.round(gb * 100) / 100))
