import { useEffect, useState } from 'react'
import { secondsLeft, startCountdown, type Waiting } from './countdown.ts'

/** Seconds left before another code may be asked for in this mode, and the way to start the wait. */
export function useCountdown(mode: Waiting) {
  const [, tick] = useState(0)
  const left = secondsLeft(mode)
  const waiting = left > 0

  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => tick((n) => n + 1), 500)
    return () => clearInterval(timer)
  }, [waiting])

  return {
    left,
    start(of: Waiting, seconds: number) {
      startCountdown(of, seconds)
      tick((n) => n + 1)
    },
  }
}
