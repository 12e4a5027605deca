import { useEffect } from 'react'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

const hiddenSlugs = createStore<ReadonlySet<string>>(new Set())
let loadPromise: Promise<void> | null = null

/** Slugs hidden by an operator (product §10); fetched once. All articles are shown until it has loaded or if it fails. */
export const hiddenArticles = {
  get: hiddenSlugs.get,
  load: (): Promise<void> => {
    loadPromise ??= import('./hidden-article-slugs.ts')
      .then(({ getHiddenArticleSlugs }) => getHiddenArticleSlugs())
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
