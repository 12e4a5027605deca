import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Until it was measured, and where nothing is laid out. */
const assumed_px = 420

/** The width of an element, as it changes; known before the first paint. */
export function useWidth<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const element = useRef<T>(null)
  const [width, setWidth] = useState(assumed_px)
  useLayoutEffect(() => {
    if (!element.current) return
    const take = (measured: number) => measured > 0 && setWidth(Math.floor(measured))
    take(element.current.clientWidth)
    const observer = new ResizeObserver(([entry]) => take(entry?.contentRect.width ?? 0))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
