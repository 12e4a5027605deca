import { useEffect } from 'react'
import { createStore } from '#src/ui/store.ts'
import { useStore } from '#src/ui/use-store.ts'

const store = createStore<ReadonlySet<string>>(new Set())
let asked: Promise<void> | null = null

/** Slugs an operator has hidden (product §10); asked for once. Until it is known, and if it cannot be had, all are shown. */
export const hidden_articles = {
  get: store.get,
  load: (): Promise<void> => {
    asked ??= import('./requests.ts')
      .then(({ getHidden }) => getHidden())
      .then((slugs) => store.set(new Set(slugs)))
      .catch(() => {
        asked = null
      })
    return asked
  },
  forget: () => {
    asked = null
    store.set(new Set())
  },
}

export function useHiddenArticles(): ReadonlySet<string> {
  useEffect(() => void hidden_articles.load(), [])
  return useStore(store)
}
