import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Fallback width where no layout exists. */
const assumedPx = 420

interface Props {
  className?: string | undefined
  children: (width: number) => ReactNode
}

/**
 * Renders children with the width of their container, from the first paint and on each resize; never with a wrong width first.
 */
export function Measured({ className, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    if (!place.current) return
    setWidth(place.current.clientWidth || assumedPx)
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.floor(entry?.contentRect.width ?? 0)
      if (measured > 0) setWidth(measured)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={className}>
      {width !== undefined && children(width)}
    </div>
  )
}
