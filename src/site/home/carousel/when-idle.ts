/** For what nobody waits for. */
const wait_ms = 1500

/** Runs `task` once the browser has nothing better to do; answers how to call it off. */
export function whenIdle(task: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(task, wait_ms) // Safari
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(task, { timeout: wait_ms })
  return () => window.cancelIdleCallback(handle)
}
