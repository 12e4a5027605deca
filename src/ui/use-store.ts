import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** Returns the current value of a store and rerenders when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.first)
