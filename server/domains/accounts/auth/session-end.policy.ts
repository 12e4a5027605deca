import { limits } from '#contract/limits.ts'

const hourMs = 3_600_000

/**
 * Returns the maximum age of a session, however often it is used: operators sign in daily, and so do those whom an organisation
 * vouches for, because it may no longer do so tomorrow; everybody else a few times a year.
 */
export function computeSessionEnd({ role, vouched }: { role: string; vouched: boolean }, beganAt: Date): Date {
  const own = vouched ? limits.directorySessionHours : limits.sessionDays * 24
  return new Date(beganAt.getTime() + (role === 'user' ? own : limits.operatorSessionHours) * hourMs)
}
