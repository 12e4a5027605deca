import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react'
import { plainText } from './plain-text.ts'

/** What the parser may read: Markdown only. Raw HTML stays the text it was written as. */
export const parsing = {
  ignoreHTMLBlocks: true,
  disableParsingRawHTML: true,
  disableFrontmatter: true,
  slugify: (title: string) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
} satisfies MarkdownToJSX.Options

export interface Heading {
  id: string
  text: string
  level: number
}

/** The headings of a text, with the ids `Markdown` gives them. */
export const headingsOf = (source: string): Heading[] =>
  parser(source, parsing).flatMap((node) =>
    node.type === RuleType.heading ? [{ id: node.id, text: plainText(node.children), level: node.level }] : [],
  )
