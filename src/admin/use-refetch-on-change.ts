import { useEffect, useRef } from 'react'

/** Asks again when this changes, and not before: what is read follows from it, though it is no part of what is asked. */
export function useRefetchOnChange(value: unknown, refetch: () => unknown): void {
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    void refetch()
  }, [value, refetch])
}
