import { useEffect, useRef } from 'react'

/** Refetches when the value changes; for reads that depend on a value that is not part of their input. */
export function useRefetchOnChange(value: unknown, refetch: () => unknown): void {
  const before = useRef(value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    void refetch()
  }, [value, refetch])
}
