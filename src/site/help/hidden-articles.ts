import { useEffect } from 'react'
import { createStore } from '#src/ui/store.ts'
import { useStore } from '#src/ui/use-store.ts'

const hiddenSlugs = createStore<ReadonlySet<string>>(new Set())
let loadPromise: Promise<void> | null = null

/** Slugs an operator has hidden (product §10); asked for once. Until it is known, and if it cannot be had, all are shown. */
export const hiddenArticles = {
  get: hiddenSlugs.get,
  load: (): Promise<void> => {
    loadPromise ??= import('./requests.ts')
      .then(({ getHiddenArticleSlugs: getHidden }) => getHidden())
      .then((slugs) => hiddenSlugs.set(new Set(slugs)))
      .catch(() => {
        loadPromise = null
      })
    return loadPromise
  },
  forget: () => {
    loadPromise = null
    hiddenSlugs.set(new Set())
  },
}

export function useHiddenArticles(): ReadonlySet<string> {
  useEffect(() => void hiddenArticles.load(), [])
  return useStore(hiddenSlugs)
}
