import type { ReactNode } from 'react'
import styles from './Markdown.module.css'

type Tag = 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
interface HeadingProps {
  id?: string
  children?: ReactNode
}

const linked =
  (Tag: Tag) =>
  ({ id, children }: HeadingProps) => (
    <Tag id={id} className={styles.heading}>
      {children}
      <a className={styles.anchor} href={`#${id}`} aria-label="本节的链接">
        #
      </a>
    </Tag>
  )
const plain =
  (Tag: Tag) =>
  ({ children }: HeadingProps) => <Tag>{children}</Tag>

const forEach = (made: (tag: Tag) => (props: HeadingProps) => ReactNode) => ({
  h1: made('h2'),
  h2: made('h2'),
  h3: made('h3'),
  h4: made('h4'),
  h5: made('h5'),
  h6: made('h6'),
})

export const headingsWithLinks = forEach(linked)
export const plainHeadings = forEach(plain)
