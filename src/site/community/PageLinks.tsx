import { Link } from 'react-router-dom'
import controls from '#src/ui/controls.module.css'
import styles from './PageLinks.module.css'

export function PageLinks({ page, pages, searchOf }: { page: number; pages: number; searchOf: (page: number) => string }) {
  if (pages <= 1) return null
  const link = `${controls.button} ${controls.plain}`
  return (
    <nav className={styles.pages} aria-label="分页">
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
