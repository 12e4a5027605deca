import { Link } from 'react-router-dom'
import controls from '#src/ui/controls.module.css'
import styles from './PageLinks.module.css'

interface Props {
  className?: string | undefined
  page: number
  /** Number of pages; a single page has no links. */
  pages: number
  /** Returns the query string of a page. */
  searchOf: (page: number) => string
}

/** Links to the previous and the next page of a public list. */
export function PageLinks({ className = '', page, pages, searchOf }: Props) {
  if (pages <= 1) return null
  const link = `${controls.button} ${controls.plain}`
  return (
    <nav className={`${styles.pages} ${className}`} aria-label="分页">
      {page > 1 && (
        <Link className={link} to={{ search: searchOf(page - 1) }}>
          上一页
        </Link>
      )}
      <span>
        第 {page} / {pages} 页
      </span>
      {page < pages && (
        <Link className={link} to={{ search: searchOf(page + 1) }}>
          下一页
        </Link>
      )}
    </nav>
  )
}
