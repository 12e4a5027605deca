import { useEffect, useState } from 'react'
import { getServerNow } from '#src/api/server-time.ts'

const secondsUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - getServerNow()) / 1000))

/** Returns the seconds until a server time, counting down to 0. */
export function useSecondsUntil(at: string): number {
  const [, tick] = useState(0)
  const left = secondsUntil(at)
  const waiting = left > 0

  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => tick((n) => n + 1), 500)
    return () => clearInterval(timer)
  }, [waiting])

  return left
}
