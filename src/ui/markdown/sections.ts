import { type MarkdownToJSX, parser, RuleType } from 'markdown-to-jsx/react'
import { markdownParserOptions } from './headings.ts'
import { extractPlainText } from './plain-text.ts'

export interface MarkdownSection {
  /** Id of the section's heading; null before the first heading. */
  id: string | null
  heading: string | null
  text: string
}

/** Splits a text into sections, each with its heading and its plain text. */
export function parseSections(source: string): MarkdownSection[] {
  const found: { id: string | null; heading: string | null; nodes: MarkdownToJSX.ASTNode[] }[] = [
    { id: null, heading: null, nodes: [] },
  ]
  for (const node of parser(source, markdownParserOptions)) {
    if (node.type === RuleType.heading) found.push({ id: node.id, heading: extractPlainText(node.children), nodes: [] })
    else found.at(-1)!.nodes.push(node)
  }
  return found.map(({ id, heading, nodes }) => ({
    id,
    heading,
    text: nodes
      .map((node) => extractPlainText([node]))
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim(),
  }))
}
