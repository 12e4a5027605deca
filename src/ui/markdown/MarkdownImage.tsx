import styles from './Markdown.module.css'
import { MarkdownAnchor } from './MarkdownAnchor.tsx'
import { parseMarkdownLink } from './markdown-link.ts'

/** A picture of this site. One of another site is a link to it: loading it would tell that site who reads. */
export function MarkdownImage({ src, alt = '' }: { src?: string; alt?: string }) {
  const link = src === undefined ? null : parseMarkdownLink(src)
  if (link?.kind === 'file') return <img className={styles.image} src={link.href} alt={alt} loading="lazy" decoding="async" />
  return link ? <MarkdownAnchor href={link.href}>{alt || '图片'}</MarkdownAnchor> : alt
}
