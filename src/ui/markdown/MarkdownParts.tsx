import { Children, type CSSProperties, type ReactNode } from 'react'
import styles from './Markdown.module.css'

interface Filled {
  children?: ReactNode
}

const callouts: Record<string, string> = { NOTE: '说明', TIP: '提示', IMPORTANT: '重要', WARNING: '注意', CAUTION: '当心' }

/** `> [!NOTE]` and its kin. */
export function Callout({ kind, children }: Filled & { kind: string }) {
  const name = kind.toUpperCase()
  return (
    <div className={styles.callout} data-kind={name in callouts ? name : 'NOTE'}>
      <p className={styles.calloutTitle}>{callouts[name] ?? '说明'}</p>
      {children}
    </div>
  )
}

/** Wide tables scroll by themselves, not the page. */
export function MarkdownTable({ children }: Filled) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <figure className={styles.table} tabIndex={0} aria-label="表格">
      <table>{children}</table>
    </figure>
  )
}

type CellProps = Filled & { style?: CSSProperties }
// an attribute, not a style: pages written at build time may carry no inline styles
export const MarkdownCell = ({ style, children }: CellProps) => <td data-align={style?.textAlign}>{children}</td>
// the empty corner of a table heads nothing
export const MarkdownHeaderCell = ({ style, children }: CellProps) =>
  Children.toArray(children).length === 0 ? (
    <td />
  ) : (
    <th scope="col" data-align={style?.textAlign}>
      {children}
    </th>
  )

/** `- [x]` is read, not clicked. */
export const MarkdownTask = ({ checked = false }: { checked?: boolean }) => (
  <input type="checkbox" checked={checked} readOnly disabled aria-label={checked ? '已完成' : '未完成'} />
)
