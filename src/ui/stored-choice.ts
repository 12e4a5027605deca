import { createStore, type WritableStore } from './store.ts'

/** Creates a preference in local storage: one of a few words under one key. */
export function createStoredChoice<T extends string>(key: string, words: readonly T[], fallback: NoInfer<T>): WritableStore<T> {
  const stored = localStorage.getItem(key)
  const store = createStore<T>(words.find((word) => word === stored) ?? fallback)
  return {
    ...store,
    set: (word) => {
      localStorage.setItem(key, word)
      store.set(word)
    },
  }
}
