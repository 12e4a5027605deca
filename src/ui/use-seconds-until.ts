import { getServerNow } from '#src/api/server-time.ts'
import { useTick } from './use-tick.ts'

const secondsUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - getServerNow()) / 1000))

/** Returns the seconds until a server time, counting down to 0. */
export function useSecondsUntil(at: string): number {
  const left = secondsUntil(at)
  useTick(left > 0)
  return left
}
