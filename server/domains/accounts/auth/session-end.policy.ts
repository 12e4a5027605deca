import { limits } from '#contract/limits.ts'

const hour_ms = 3_600_000

/** When a session ends however often it is used: operators sign in each day, everybody else a few times a year. */
export const endOfSession = (role: string, began_at: Date): Date =>
  new Date(began_at.getTime() + (role === 'user' ? limits.session_days * 24 : limits.operator_session_hours) * hour_ms)
