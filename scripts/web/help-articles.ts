import { readdirSync, readFileSync } from 'node:fs'
import { parseArticle } from '#src/site/help/front-matter.ts'
import { type HelpSectionName, helpSections } from '#src/ui/help-sections.ts'

const root = 'src/site/help/articles'

const articlesOf = (section: HelpSectionName) =>
  readdirSync(`${root}/${section}`)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const { title, summary, order, updated } = parseArticle(readFileSync(`${root}/${section}/${file}`, 'utf8'))
      return { slug: file.slice(0, -'.md'.length), section, title, summary, updated, order }
    })
    .sort((a, b) => a.order - b.order)

const lineOf = ({ slug, section, title, summary, updated }: ReturnType<typeof articlesOf>[number]) =>
  [
    '  {',
    ...Object.entries({ slug, section, title, summary, updated }).map(([key, value]) => `    ${key}: '${value}',`),
    '  },',
  ].join('\n')

/** The text of contract/help-articles.ts. */
export const buildHelpArticlesModule =
  (): string => `/* Made by scripts/help-articles.ts from src/site/help/articles. Do not edit. */

/** Every article of the help centre in the order of its contents; \`slug\` is the end of its address. */
export const helpArticles = [
${(Object.keys(helpSections) as HelpSectionName[]).flatMap(articlesOf).map(lineOf).join('\n')}
] as const

export type HelpArticle = (typeof helpArticles)[number]
export type HelpSlug = HelpArticle['slug']
`
