import { useEffect, useState } from 'react'
import { type Named, named } from './match.ts'

interface Topic {
  slug: string
  title: string
  name: Named
}

let asked: Promise<Topic[]> | null = null

async function load(): Promise<Topic[]> {
  const [{ help_articles }, { hidden_articles }] = await Promise.all([
    import('#contract/help-articles.ts'),
    import('#src/site/help/hidden-articles.ts'),
  ])
  await hidden_articles.load()
  const hidden = hidden_articles.get()
  return help_articles.filter(({ slug }) => !hidden.has(slug)).map(({ slug, title }) => ({ slug, title, name: named(title) }))
}

/** The articles that are shown, fetched once, when somebody first types. */
export function useHelpTopics(wanted: boolean): readonly Topic[] {
  const [topics, setTopics] = useState<readonly Topic[]>([])
  useEffect(() => {
    if (!wanted) return
    asked ??= load()
    asked.then(setTopics, () => {
      asked = null // the next look tries again
    })
  }, [wanted])
  return topics
}
