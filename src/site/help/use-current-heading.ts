import { useEffect, useState } from 'react'

/** How far below the top of the window a heading may stand to be the one that is read, px. */
const readingLinePx = 120

/** The id of the section that is being read: the last heading above the reading line. Null before the first. */
export function useCurrentHeading(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const key = ids.join('\n')

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const passed = key.split('\n').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= readingLinePx
      })
      // the last section may be too short to come up to the line
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement
      const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1
      setCurrent((atEnd ? key.split('\n') : passed).at(-1) ?? null)
    }
    const plan = () => {
      frame ||= requestAnimationFrame(look)
    }
    plan()
    window.addEventListener('scroll', plan, { passive: true })
    window.addEventListener('resize', plan)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', plan)
      window.removeEventListener('resize', plan)
    }
  }, [key])

  return current
}
