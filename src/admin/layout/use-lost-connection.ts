import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { LostConnection } from '#src/api/event-stream.ts'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { useStore } from '#src/ui/use-store.ts'

/** A line that is opened anew at the first try is not worth a word, as long as the platform answers meanwhile. */
const firstRetryMs = limits.streamRetryMs + 2000
const platformCheckDelayMs = 1000

/** The line that is down, once that is worth saying; else null. */
export function useLostConnection(): LostConnection | null {
  const lost = useStore(liveStream.lost)
  const isLost = lost !== null
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    if (!isLost) return
    let over = false
    const say = () => {
      if (!over) setLong(true)
    }
    const ask = setTimeout(() => void isPlatformUp().then((up) => up || say()), platformCheckDelayMs)
    const wait = setTimeout(say, firstRetryMs)
    return () => {
      over = true
      clearTimeout(ask)
      clearTimeout(wait)
      setLong(false)
    }
  }, [isLost])

  return lost && (isLong || lost.ended) ? lost : null
}
