import { useSyncExternalStore } from 'react'

const subscribeNothing = () => () => undefined

/** Returns false on a prerendered page until hydration ends, then true; without prerendering, true at once. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNothing,
    () => true,
    () => false,
  )
