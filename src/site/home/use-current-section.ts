import { useEffect, useState } from 'react'
import { type HomeSectionId, homeSections } from './sections.ts'

/** A section is read when its top has come above this share of the window. */
const readingLineShare = 0.4

function findCurrentSection(): HomeSectionId | null {
  const line = window.innerHeight * readingLineShare
  const reached = homeSections.findLast(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return top !== undefined && top < line
  })
  return reached?.id ?? null
}

/** Which section is being read; null above the first. */
export function useCurrentHomeSection(): HomeSectionId | null {
  const [current, setCurrent] = useState<HomeSectionId | null>(null)
  useEffect(() => {
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setCurrent(findCurrentSection()))
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
