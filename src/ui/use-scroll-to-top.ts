import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** Scrolls to the top after following a link; on Back and Forward the browser restores the position. */
export function useScrollToTop(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason to scroll
  useLayoutEffect(() => {
    if (type !== NavigationType.Pop) window.scrollTo(0, 0)
  }, [pathname])
}
