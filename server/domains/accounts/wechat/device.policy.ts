const findFirstMatch = (agent: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** Ordered: specific browsers before those they identify as. */
const browsers = [
  [/MicroMessenger/i, '微信'],
  [/Edg\w*\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/HarmonyOS/i, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** Formats a device as people know it: `Chrome · Windows`. */
export const formatDevice = (userAgent: string): string =>
  [findFirstMatch(userAgent, browsers), findFirstMatch(userAgent, systems)].filter(Boolean).join(' · ') || '未知设备'
