import styles from './BriefText.module.css'

/** Free text in a list, on two lines at most; the whole text is on the row's page and in the tooltip. */
export function BriefText({ children }: { children: string }) {
  if (!children) return '—'
  return (
    <span className={styles.brief} title={children}>
      {children}
    </span>
  )
}
