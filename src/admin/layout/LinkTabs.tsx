import { Link, useLocation } from 'react-router-dom'
import styles from './LinkTabs.module.css'
import { isPathWithin } from './nav-entries.ts'

/** Tabs that link related lists, each with its own address; a form dialog over a list has a path below it. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly { to: string; label: string }[] }) {
  const { pathname } = useLocation()
  const [present] = tabs.filter(({ to }) => isPathWithin(to, pathname)).sort((a, b) => b.to.length - a.to.length)
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab === present ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
