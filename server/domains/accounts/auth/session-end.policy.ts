import { limits } from '#contract/limits.ts'

const hourMs = 3_600_000

/** Returns the maximum age of a session, however often it is used: operators sign in daily, everybody else a few times a year. */
export const computeSessionEnd = (role: string, beganAt: Date): Date =>
  new Date(beganAt.getTime() + (role === 'user' ? limits.sessionDays * 24 : limits.operatorSessionHours) * hourMs)
