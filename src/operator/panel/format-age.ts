const minuteMs = 60_000
const steps = [
  { ms: 86_400_000, unit: '天' },
  { ms: 3_600_000, unit: '小时' },
  { ms: minuteMs, unit: '分钟' },
] as const

/** Formats how long ago a moment was: `3 小时前`. */
export function formatAge(at: string, now: number): string {
  const passed = now - Date.parse(at)
  const step = steps.find(({ ms }) => passed >= ms)
  return step ? `${Math.floor(passed / step.ms)} ${step.unit}前` : '刚刚'
}

const longWaitMs = 86_400_000

/** Returns whether somebody has been waiting for more than a day. */
export const isLongWait = (at: string, now: number): boolean => now - Date.parse(at) >= longWaitMs
