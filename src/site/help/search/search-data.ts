import { helpArticles } from '#contract/help-articles.ts'
import { parseArticle } from '#src/site/help/front-matter.ts'
import { fillPlaceholders } from '#src/site/help/help-values.ts'
import { helpSections } from '#src/ui/help-sections.ts'
import { parseSections } from '#src/ui/markdown/sections.ts'
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
