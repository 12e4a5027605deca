const first = (agent: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** The more particular before what they pretend to be. */
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

/** `Chrome · Windows`: what a person knows a browser by. */
export const deviceOf = (user_agent: string): string =>
  [first(user_agent, browsers), first(user_agent, systems)].filter(Boolean).join(' · ') || '未知设备'
