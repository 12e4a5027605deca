import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react'
import { extractPlainText } from './plain-text.ts'

/** Parser options: Markdown only; raw HTML stays plain text. */
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

/** Returns the headings of a text with the ids that `Markdown` assigns. */
export const parseHeadings = (source: string): Heading[] =>
  parser(source, markdownParserOptions).flatMap((node) =>
    node.type === RuleType.heading ? [{ id: node.id, text: extractPlainText(node.children), level: node.level }] : [],
  )
