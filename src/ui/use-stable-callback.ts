import { useCallback, useLayoutEffect, useRef } from 'react'

/** One function for the life of a component that does what the newest render would: for memoised children. */
export function useStableCallback<Args extends unknown[]>(newest: (...args: Args) => void): (...args: Args) => void {
  const held = useRef(newest)
  useLayoutEffect(() => {
    held.current = newest
  })
  return useCallback((...args: Args) => held.current(...args), [])
}
