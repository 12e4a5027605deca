import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Where nothing is laid out. */
const assumedPx = 420

interface Props {
  className?: string | undefined
  children: (width: number) => ReactNode
}

/** Draws what needs to know how wide its place is, from the first paint on and as it changes; never at another width before. */
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
