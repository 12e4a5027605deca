/** Maximum delay of a flush: a hidden page renders no frames, but must not accumulate items. */
const frameMaxMs = 250

/** Collects items and flushes them once per frame, so that a hundred changes render once. `stop` discards pending items. */
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
