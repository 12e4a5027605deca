import { useEffect, useState } from 'react'
import { type HomeSectionId, homeSections } from './sections.ts'

/** A section is current once its top is above this share of the window height. */
const readingLineShare = 0.4

function findCurrentSection(): HomeSectionId | null {
  const line = window.innerHeight * readingLineShare
  const reached = homeSections.findLast(({ id }) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top
    return top !== undefined && top < line
  })
  return reached?.id ?? null
}

/** Returns the section being read; null above the first. */
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
