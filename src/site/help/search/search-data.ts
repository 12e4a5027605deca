import { helpArticles } from '#contract/help-articles.ts'
import { parseSections } from '#src/ui/markdown/sections.ts'
import { helpSections } from '../../../ui/help-sections.ts'
import { parseArticle } from '../front-matter.ts'
import { fillPlaceholders } from '../help-values.ts'
import type { HelpPassage } from './find-passages.ts'

// an import query different from the pages' one: bundles all texts into one file, loaded at the first search
const articleFiles = import.meta.glob<string>('../articles/*/*.md', { query: '?search&raw', import: 'default', eager: true })

/** Every section of every article, as plain text. */
export const helpPassages: readonly HelpPassage[] = helpArticles.flatMap((article) => {
  const { body } = parseArticle(articleFiles[`../articles/${article.section}/${article.slug}.md`]!)
  const of = { slug: article.slug, article: article.title, group: helpSections[article.section] }
  return parseSections(fillPlaceholders(body)).map(({ id, heading, text }) => ({
    ...of,
    id,
    heading,
    text: id === null ? `${article.summary} ${text}` : text,
  }))
})
