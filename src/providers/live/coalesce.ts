/** Runs a task immediately; further requests within `ms` cause only one more run at the end of that time. */
export function createCoalescer(ms: number): (key: string, task: () => void) => void {
  const waiting = new Map<string, (() => void) | null>()
  const rest = (key: string) =>
    setTimeout(() => {
      const task = waiting.get(key)
      if (!task) return waiting.delete(key)
      waiting.set(key, null)
      task()
      return rest(key)
    }, ms)

  return (key, task) => {
    if (waiting.has(key)) {
      waiting.set(key, task)
      return
    }
    waiting.set(key, null)
    task()
    rest(key)
  }
}
