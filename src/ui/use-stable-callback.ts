import { useCallback, useLayoutEffect, useRef } from 'react'

/** Returns a stable function that calls the newest callback; for memoised children. */
export function useStableCallback<Args extends unknown[]>(newest: (...args: Args) => void): (...args: Args) => void {
  const held = useRef(newest)
  useLayoutEffect(() => {
    held.current = newest
  })
  return useCallback((...args: Args) => held.current(...args), [])
}
