import MarkdownToJsx, { type MarkdownToJSX, RuleType } from 'markdown-to-jsx/react'
import type { ReactNode } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { markdownParserOptions } from './headings.ts'
import styles from './Markdown.module.css'
import { MarkdownAnchor } from './MarkdownAnchor.tsx'
import { headingsWithLinks, plainHeadings } from './MarkdownHeading.tsx'
import { MarkdownImage } from './MarkdownImage.tsx'
import { Callout, MarkdownCell, MarkdownHeaderCell, MarkdownTable, MarkdownTask } from './MarkdownParts.tsx'

const overrides = {
  a: MarkdownAnchor,
  img: MarkdownImage,
  table: MarkdownTable,
  td: MarkdownCell,
  th: MarkdownHeaderCell,
  input: MarkdownTask,
  // footnotes: ids a writer chooses must not meet those of the page
  div: ({ children }: { children?: ReactNode }) => <div>{children}</div>,
}

const renderRule: MarkdownToJSX.Options['renderRule'] = (next, node, renderChildren, state) => {
  switch (node.type) {
    case RuleType.codeBlock:
      return <CodeBlock key={state.key} text={node.text} lang={node.lang} />
    case RuleType.blockQuote:
      return node.alert ? (
        <Callout key={state.key} kind={node.alert}>
          {renderChildren(node.children, state)}
        </Callout>
      ) : (
        next()
      )
    // the parser leaves HTML alone; were it ever to read some, it would still not be shown
    case RuleType.htmlBlock:
    case RuleType.htmlSelfClosing:
    case RuleType.htmlComment:
      return null
    default:
      return next()
  }
}

const common = { ...markdownParserOptions, forceBlock: true, forceWrapper: true, renderRule } satisfies MarkdownToJSX.Options
const plain = { ...common, overrides: { ...overrides, ...plainHeadings } } satisfies MarkdownToJSX.Options
const linked = { ...common, overrides: { ...overrides, ...headingsWithLinks } } satisfies MarkdownToJSX.Options

interface Props {
  source: string
  /** Headings carry ids and links to themselves. Only for texts of our own: ids of strangers could meet those of the page. */
  headingIds?: boolean
}

/**
 * Markdown by anybody, shown safely: raw HTML stays text, links lead to http(s), mailto and pages of this site, other
 * sites open in a new tab, pictures come from this site only. `#` and `##` are both h2: the page has its own h1.
 */
export function Markdown({ source, headingIds = false }: Props) {
  return (
    <div className={styles.text}>
      <MarkdownToJsx options={headingIds ? linked : plain}>{source}</MarkdownToJsx>
    </div>
  )
}
