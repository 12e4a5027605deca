import { type HelpArticle, type HelpSlug, help_articles } from '#contract/help-articles.ts'
import { type SectionName, sections } from './sections.ts'

/** An address with its trailing slash or without is the same article. */
export const findArticle = (slug: string): HelpArticle | undefined => help_articles.find((article) => article.slug === slug)

export interface Section {
  name: SectionName
  title: string
  articles: HelpArticle[]
}

/** The contents of the help centre without what an operator has hidden. */
export function contentsWithout(hidden: ReadonlySet<string>): Section[] {
  const shown = help_articles.filter(({ slug }) => !hidden.has(slug))
  return (Object.entries(sections) as [SectionName, string][])
    .map(([name, title]) => ({ name, title, articles: shown.filter(({ section }) => section === name) }))
    .filter(({ articles }) => articles.length > 0)
}

/** What stands before and after an article in the contents. */
export function neighbours(slug: HelpSlug, hidden: ReadonlySet<string>) {
  const shown = help_articles.filter((article) => !hidden.has(article.slug))
  const at = shown.findIndex((article) => article.slug === slug)
  return { previous: shown[at - 1], next: shown[at + 1] }
}
