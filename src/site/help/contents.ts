import { type HelpArticle, type HelpSlug, helpArticles } from '#contract/help-articles.ts'
import { type HelpSectionName, helpSections } from '#src/ui/help-sections.ts'

/** The path with or without a trailing slash names the same article. */
export const findHelpArticle = (slug: string): HelpArticle | undefined => helpArticles.find((article) => article.slug === slug)

export interface HelpSection {
  name: HelpSectionName
  title: string
  articles: HelpArticle[]
}

/** The contents of the help centre without the articles an operator has hidden. */
export function listHelpSections(hidden: ReadonlySet<string>): HelpSection[] {
  const shown = helpArticles.filter(({ slug }) => !hidden.has(slug))
  return (Object.entries(helpSections) as [HelpSectionName, string][])
    .map(([name, title]) => ({ name, title, articles: shown.filter(({ section }) => section === name) }))
    .filter(({ articles }) => articles.length > 0)
}

/** Returns the previous and the next article in the contents. */
export function findAdjacentArticles(slug: HelpSlug, hidden: ReadonlySet<string>) {
  const shown = helpArticles.filter((article) => !hidden.has(article.slug))
  const at = shown.findIndex((article) => article.slug === slug)
  return { previous: shown[at - 1], next: shown[at + 1] }
}
