/** Maximum delay of a flush: a hidden page renders no frames, but must not accumulate items. */
const frameMaxMs = 250
/** A rest takes so many times as long as the drawing before it, so that a flood of items takes a small part of a core. */
const restTimes = 15
const restMaxMs = 1000

/**
 * Collects items and flushes them once per frame, so that a hundred changes render once; after a flush it rests, so that the first
 * of many is drawn at once and the others a few times a second. `stop` discards pending items.
 */
export function createFrameBatcher<T>(flush: (gathered: T[]) => void): { add: (item: T) => void; stop: () => void } {
  let waiting: T[] = []
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let restUntil = 0

  const stop = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    timer = undefined
    waiting = []
  }
  const hand = () => {
    const gathered = waiting
    stop()
    const begun = performance.now()
    restUntil = begun + frameMaxMs
    flush(gathered)
    // painted by the task after the next frame
    requestAnimationFrame(() =>
      setTimeout(() => {
        restUntil = begun + Math.min(restMaxMs, restTimes * (performance.now() - begun))
      }),
    )
  }
  const start = () => {
    frame = requestAnimationFrame(hand)
    timer = setTimeout(hand, frameMaxMs)
  }
  return {
    add: (item) => {
      waiting.push(item)
      if (timer !== undefined) return
      const restMs = restUntil - performance.now()
      if (restMs > 0) timer = setTimeout(start, restMs)
      else start()
    },
    stop,
  }
}
