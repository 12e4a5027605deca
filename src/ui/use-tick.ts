import { useEffect, useReducer } from 'react'

/** Renders twice a second while something waits; the returned function renders at once. */
export function useTick(waiting: boolean): () => void {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)

  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [waiting])

  return tick
}
