import { vi } from 'vitest'

/** Waits for a check to pass. The limit only ends hangs: a machine may be ten times as slow for minutes. */
export const waitUntil = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000 })
