import type { Store } from './store.ts'
import { breakpoints } from './theme/tokens.ts'

const watch = (query: string): Store<boolean> => {
  const list = window.matchMedia(query)
  return {
    get: () => list.matches,
    first: () => false,
    subscribe: (listener) => {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
  }
}

/** True if the window is narrower than a tablet: cards replace tables, a drawer replaces the sider. */
export const narrowScreen = watch(`(max-width: ${breakpoints.phone - 1}px)`)
