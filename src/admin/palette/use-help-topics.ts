import { useEffect, useState } from 'react'
import { type SearchableName, toSearchableName } from './match.ts'

interface Topic {
  slug: string
  title: string
  name: SearchableName
}

let pendingTopics: Promise<Topic[]> | null = null

async function load(): Promise<Topic[]> {
  const [{ helpArticles }, { hiddenArticles }] = await Promise.all([
    import('#contract/help-articles.ts'),
    import('#src/ui/hidden-articles.ts'),
  ])
  await hiddenArticles.load()
  const hidden = hiddenArticles.get()
  return helpArticles
    .filter(({ slug }) => !hidden.has(slug))
    .map(({ slug, title }) => ({ slug, title, name: toSearchableName(title) }))
}

/** Fetches the visible help articles once, on the first input. */
export function useHelpTopics(wanted: boolean): readonly Topic[] {
  const [topics, setTopics] = useState<readonly Topic[]>([])
  useEffect(() => {
    if (!wanted) return
    pendingTopics ??= load()
    pendingTopics.then(setTopics, () => {
      pendingTopics = null // retry on the next use
    })
  }, [wanted])
  return topics
}
