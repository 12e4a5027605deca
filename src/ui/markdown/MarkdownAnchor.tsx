import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Markdown.module.css'
import { parseMarkdownLink } from './markdown-link.ts'

/** Link in a text; shows only its text if the address is not allowed. */
export function MarkdownAnchor({ href, children }: { href?: string; children?: ReactNode }) {
  const link = href === undefined ? null : parseMarkdownLink(href)
  switch (link?.kind) {
    case 'page':
      return <Link to={link.href}>{children}</Link>
    case 'place':
    case 'file':
    case 'mail':
      return <a href={link.href}>{children}</a>
    case 'outside':
      return (
        <a href={link.href} target="_blank" rel="noopener noreferrer" className={styles.outside}>
          {children}
          <Icon name="external" label="在新标签页打开" />
        </a>
      )
    default:
      return <>{children}</>
  }
}
