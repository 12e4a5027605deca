/** Runs one task of this name at a time over all tabs; where Web Locks are missing (plain http), in this tab only. */
export const runExclusive = <T>(name: string, task: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, task) : task()
