import styles from './NavCount.module.css'

const most = 999

/** How much waits behind a place of the menu; nothing if nothing does. */
export function NavCount({ count = 0 }: { count: number | undefined }) {
  if (count === 0) return null
  const said = count > most ? `${most}+` : String(count)
  return (
    <span className={styles.count}>
      {said}
      <span className="visually-hidden"> 项待处理</span>
    </span>
  )
}
