import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react'
import { extractPlainText } from './plain-text.ts'

/** What the parser may read: Markdown only. Raw HTML stays the text it was written as. */
export const markdownParserOptions = {
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
export const parseHeadings = (source: string): Heading[] =>
  parser(source, markdownParserOptions).flatMap((node) =>
    node.type === RuleType.heading ? [{ id: node.id, text: extractPlainText(node.children), level: node.level }] : [],
  )
