import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The present value of a store, and a render when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.first)
