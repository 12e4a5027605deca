/** For what nobody waits for. */
const idleTimeoutMs = 1500

/** Runs `task` once the browser has nothing better to do; answers how to call it off. */
export function runWhenIdle(task: () => void): () => void {
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(task, idleTimeoutMs) // Safari
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(task, { timeout: idleTimeoutMs })
  return () => window.cancelIdleCallback(handle)
}
