import MarkdownToJsx, { type MarkdownToJSX, RuleType } from 'markdown-to-jsx/react'
import { Children, type ComponentType, type CSSProperties, type ReactNode, useMemo } from 'react'
import { CodeBlock } from './CodeBlock.tsx'
import { markdownParserOptions } from './headings.ts'
import styles from './Markdown.module.css'
import { MarkdownAnchor } from './MarkdownAnchor.tsx'
import { headingsWithLinks, plainHeadings } from './MarkdownHeading.tsx'
import { parseMarkdownLink } from './markdown-link.ts'

interface Filled {
  children?: ReactNode
}

const callouts: Record<string, string> = { NOTE: '说明', TIP: '提示', IMPORTANT: '重要', WARNING: '注意', CAUTION: '当心' }

/** Callout for `> [!NOTE]` and similar. */
function Callout({ kind, children }: Filled & { kind: string }) {
  const name = kind.toUpperCase()
  return (
    <div className={styles.callout} data-kind={name in callouts ? name : 'NOTE'}>
      <p className={styles.calloutTitle}>{callouts[name] ?? '说明'}</p>
      {children}
    </div>
  )
}

/** Table that scrolls by itself if it is wider than the page. */
function MarkdownTable({ children }: Filled) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <figure className={styles.table} tabIndex={0} aria-label="表格">
      <table>{children}</table>
    </figure>
  )
}

type CellProps = Filled & { style?: CSSProperties }
// an attribute, because prerendered pages may not contain inline styles
const MarkdownCell = ({ style, children }: CellProps) => <td data-align={style?.textAlign}>{children}</td>
// an empty corner cell is not a header
const MarkdownHeaderCell = ({ style, children }: CellProps) =>
  Children.toArray(children).length === 0 ? (
    <td />
  ) : (
    <th scope="col" data-align={style?.textAlign}>
      {children}
    </th>
  )

/** Read-only checkbox of `- [x]`. */
const MarkdownTask = ({ checked = false }: { checked?: boolean }) => (
  <input type="checkbox" checked={checked} readOnly disabled aria-label={checked ? '已完成' : '未完成'} />
)

/** Shows images of this site. Images of other sites become links, because loading them would reveal the reader to that site. */
function MarkdownImage({ src, alt = '' }: { src?: string; alt?: string }) {
  const link = src === undefined ? null : parseMarkdownLink(src)
  if (link?.kind === 'file') return <img className={styles.image} src={link.href} alt={alt} loading="lazy" decoding="async" />
  return link ? <MarkdownAnchor href={link.href}>{alt || '图片'}</MarkdownAnchor> : alt
}

const overrides = {
  a: MarkdownAnchor,
  img: MarkdownImage,
  table: MarkdownTable,
  td: MarkdownCell,
  th: MarkdownHeaderCell,
  input: MarkdownTask,
  // footnotes: ids chosen by an author must not collide with ids of the page
  div: ({ children }: { children?: ReactNode }) => <div>{children}</div>,
}

const renderRule: NonNullable<MarkdownToJSX.Options['renderRule']> = (next, node, renderChildren, state) => {
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
    // the parser does not parse HTML; if it ever did, it would still not be rendered
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

export type MarkdownDiagram = ComponentType<{ alt: string; caption?: string | undefined }>

const diagramScheme = 'diagram:'

/** Draws `![alt](diagram:name "caption")` that stands alone; a figure inside a paragraph would be no valid HTML. */
function withDiagrams(
  options: MarkdownToJSX.Options,
  diagrams: Readonly<Record<string, MarkdownDiagram>>,
): MarkdownToJSX.Options {
  return {
    ...options,
    renderRule: (next, node, renderChildren, state) => {
      const [image, more] = node.type === RuleType.paragraph ? node.children : []
      if (image?.type === RuleType.image && !more && image.target?.startsWith(diagramScheme)) {
        const Drawn = diagrams[image.target.slice(diagramScheme.length)]
        if (Drawn) return <Drawn key={state.key} alt={image.alt ?? ''} caption={image.title} />
      }
      return renderRule(next, node, renderChildren, state)
    },
  }
}

interface Props {
  source: string
  /** Adds ids and self-links to headings. Only for our own texts: ids of user texts could collide with ids of the page. */
  headingIds?: boolean
  /** Drawings by name. Only for our own texts. */
  diagrams?: Readonly<Record<string, MarkdownDiagram>>
}

/**
 * Renders untrusted Markdown safely: raw HTML stays text; links lead only to http(s), mailto and pages of this site; other
 * sites open in a new tab; images come only from this site. `#` and `##` both become h2, because the page has its own h1.
 */
export function Markdown({ source, headingIds = false, diagrams }: Props) {
  const options = useMemo(() => {
    const chosen = headingIds ? linked : plain
    return diagrams ? withDiagrams(chosen, diagrams) : chosen
  }, [headingIds, diagrams])
  return (
    <div className={styles.text}>
      <MarkdownToJsx options={options}>{source}</MarkdownToJsx>
    </div>
  )
}
