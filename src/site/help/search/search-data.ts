import { help_articles } from '#contract/help-articles.ts'
import { parsedSections } from '#src/ui/markdown/sections.ts'
import { readArticle } from '../front-matter.ts'
import { fill } from '../help-values.ts'
import { sections } from '../sections.ts'
import type { Passage } from './find-passages.ts'

// another query than the pages use: all texts together are one file, fetched when somebody searches
const files = import.meta.glob<string>('../articles/*/*.md', { query: '?search&raw', import: 'default', eager: true })

/** Every section of every article, as plain text. */
export const passages: readonly Passage[] = help_articles.flatMap((article) => {
  const { body } = readArticle(files[`../articles/${article.section}/${article.slug}.md`]!)
  const of = { slug: article.slug, article: article.title, group: sections[article.section] }
  return parsedSections(fill(body)).map(({ id, heading, text }) => ({
    ...of,
    id,
    heading,
    text: id === null ? `${article.summary} ${text}` : text,
  }))
})
