import { useEffect, useState } from 'react'
import { type SectionId, sections } from './sections.ts'

/** A section is read when its top has come above this share of the window. */
const reading_line = 0.4

function sectionRead(): SectionId | null {
  const line = window.innerHeight * reading_line
  const reached = sections.findLast(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return top !== undefined && top < line
  })
  return reached?.id ?? null
}

/** Which section is being read; null above the first. */
export function useCurrentSection(): SectionId | null {
  const [current, setCurrent] = useState<SectionId | null>(null)
  useEffect(() => {
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setCurrent(sectionRead()))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look)
    }
  }, [])
  return current
}
