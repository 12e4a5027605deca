import { useSyncExternalStore } from 'react'

const subscribeNothing = () => () => undefined

/** False on a page written at build time and while the browser takes it over; true from then on, and at once where nothing was written. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNothing,
    () => true,
    () => false,
  )
