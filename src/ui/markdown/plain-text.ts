import type { MarkdownToJSX } from 'markdown-to-jsx/react'

type MarkdownNode = MarkdownToJSX.ASTNode

const inline = (nodes: readonly MarkdownNode[]): string => nodes.map(extractNodeText).join('')
const blocks = (nodes: readonly MarkdownNode[][]): string => nodes.map((each) => ` ${inline(each)} `).join('')

function extractNodeText(node: MarkdownNode): string {
  if ('text' in node && typeof node.text === 'string') return node.text
  if ('items' in node) return blocks(node.items)
  if ('cells' in node) return blocks([...node.header, ...node.cells.flat()])
  return 'children' in node && node.children ? inline(node.children) : ''
}

/** Returns the text of parsed Markdown without markup. */
export const extractPlainText = inline
