import { useEffect, useState } from 'react'
import { type CountdownPurpose, getSecondsLeft, startCountdown } from './countdown.ts'

/** Seconds left before another code may be asked for in this mode, and the way to start the wait. */
export function useCountdown(mode: CountdownPurpose) {
  const [, tick] = useState(0)
  const left = getSecondsLeft(mode)
  const waiting = left > 0

  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => tick((n) => n + 1), 500)
    return () => clearInterval(timer)
  }, [waiting])

  return {
    left,
    start(of: CountdownPurpose, seconds: number) {
      startCountdown(of, seconds)
      tick((n) => n + 1)
    },
  }
}
