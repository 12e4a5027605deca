import controls from '#src/ui/controls.module.css'
import styles from './creator.module.css'

/** A pager for pages without URLs of their own. */
export function CreatorPager({
  page,
  pages,
  onPage,
  label,
}: {
  page: number
  pages: number
  onPage: (page: number) => void
  label: string
}) {
  if (pages <= 1) return null
  const button = `${controls.button} ${controls.small} ${controls.plain}`
  return (
    <nav className={styles.pager} aria-label={label}>
      <button type="button" className={button} disabled={page === 1} onClick={() => onPage(page - 1)}>
        上一页
      </button>
      <span>
        第 {page} / {pages} 页
      </span>
      <button type="button" className={button} disabled={page === pages} onClick={() => onPage(page + 1)}>
        下一页
      </button>
    </nav>
  )
}
