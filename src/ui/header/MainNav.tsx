import { useStore } from '#src/ui/use-store.ts'
import { community_menu } from './community-menu.ts'
import styles from './MainNav.module.css'
import { NavItem } from './NavItem.tsx'
import { NavMenu } from './NavMenu.tsx'
import { isGroup, type NavEntry, navEntries } from './nav-entries.ts'

interface Props {
  /** On a phone: one under the other, groups open. */
  column?: boolean
  onLeave?: () => void
}

function Row({ entry }: { entry: NavEntry }) {
  return isGroup(entry) ? <NavMenu group={entry} /> : <NavItem entry={entry} className={styles.link} />
}

function Column({ entry, onLeave }: { entry: NavEntry; onLeave: (() => void) | undefined }) {
  if (!isGroup(entry)) return <NavItem entry={entry} className={styles.link} onLeave={onLeave} />
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

/** The menus of the header: market, community, solutions, docs, about, and the console (spec §2). */
export function MainNav({ column = false, onLeave }: Props) {
  const entries = navEntries(useStore(community_menu))
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
