/** A page nobody looks at draws no frames, and must not pile up what it hears. */
const frameMaxMs = 250

/**
 * Gathers what arrives and hands it over once a frame, so that a hundred changes are drawn once. `stop` forgets what waits.
 */
export function createFrameBatcher<T>(flush: (gathered: T[]) => void): { add: (item: T) => void; stop: () => void } {
  let waiting: T[] = []
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    timer = undefined
    waiting = []
  }
  const hand = () => {
    const gathered = waiting
    stop()
    flush(gathered)
  }
  return {
    add: (item) => {
      waiting.push(item)
      if (timer !== undefined) return
      frame = requestAnimationFrame(hand)
      timer = setTimeout(hand, frameMaxMs)
    },
    stop,
  }
}
