import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** A page reached by a link starts at its top; Back and Forward are left to the browser, which remembers. */
export function useScrollToTop(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason to scroll
  useLayoutEffect(() => {
    if (type !== NavigationType.Pop) window.scrollTo(0, 0)
  }, [pathname])
}
