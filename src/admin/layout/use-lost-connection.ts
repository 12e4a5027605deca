import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { LostLine } from '#src/api/event-stream.ts'
import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { live_stream } from '#src/session/live-stream.ts'
import { useStore } from '#src/ui/use-store.ts'

/** A line that is opened anew at the first try is not worth a word, as long as the platform answers meanwhile. */
const first_try_ms = limits.stream_retry_ms + 2000
const ask_after_ms = 1000

/** The line that is down, once that is worth saying; else null. */
export function useLostLine(): LostLine | null {
  const lost = useStore(live_stream.lost)
  const is_lost = lost !== null
  const [is_long, setLong] = useState(false)

  useEffect(() => {
    if (!is_lost) return
    let over = false
    const say = () => {
      if (!over) setLong(true)
    }
    const ask = setTimeout(() => void isPlatformUp().then((up) => up || say()), ask_after_ms)
    const wait = setTimeout(say, first_try_ms)
    return () => {
      over = true
      clearTimeout(ask)
      clearTimeout(wait)
      setLong(false)
    }
  }, [is_lost])

  return lost && (is_long || lost.ended) ? lost : null
}
