import styles from './MainNav.module.css'
import { NavItem } from './NavItem.tsx'
import { NavMenu } from './NavMenu.tsx'
import { type HeaderNavEntry, isHeaderNavGroup, useHeaderNav } from './nav-entries.ts'

interface Props {
  /** On a phone: vertical layout with all groups open. */
  column?: boolean
  onLeave?: () => void
}

function Row({ entry }: { entry: HeaderNavEntry }) {
  return isHeaderNavGroup(entry) ? <NavMenu group={entry} /> : <NavItem entry={entry} className={styles.link} />
}

function Column({ entry, onLeave }: { entry: HeaderNavEntry; onLeave: (() => void) | undefined }) {
  if (!isHeaderNavGroup(entry)) return <NavItem entry={entry} className={styles.link} onLeave={onLeave} />
  return (
    <>
      <span className={styles.group}>{entry.label}</span>
      <ul className={styles.links}>
        {entry.links.map((link) => (
          <li key={link.to}>
            <NavItem entry={link} className={styles.link} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Header menus: market, community, solutions, docs, about, and the console (requirements §2). */
export function MainNav({ column = false, onLeave }: Props) {
  const entries = useHeaderNav()
  return (
    <nav aria-label="主导航" className={column ? undefined : styles.nav}>
      <ul className={column ? styles.column : styles.row}>
        {entries.map((entry) => (
          <li key={entry.label}>{column ? <Column entry={entry} onLeave={onLeave} /> : <Row entry={entry} />}</li>
        ))}
      </ul>
    </nav>
  )
}
