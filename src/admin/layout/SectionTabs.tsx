import { useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { NavCount } from './NavCount.tsx'
import { findCurrentPage } from './nav-entries.ts'
import styles from './SectionTabs.module.css'
import { useNav } from './use-accessible-nav.ts'

/** Tabs of the pages that share the menu entry of the current page; none where it stands alone. */
export function SectionTabs() {
  const { pathname } = useLocation()
  const { entries, counts, preload } = useNav()
  const row = useRef<HTMLElement>(null)
  const place = entries && findCurrentPage(entries, pathname)
  const present = place?.page.path
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may be marked, beyond the edge of a narrow screen
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [present])

  const tabs = place?.entry.pages.filter(({ tab }) => tab !== null) ?? []
  if (!place || tabs.length < 2) return null
  return (
    <nav ref={row} aria-label={place.entry.label} className={styles.tabs}>
      {tabs.map(({ name, path, tab }) => (
        <Link
          key={path}
          to={path}
          onPointerEnter={() => preload?.(path)}
          onFocus={() => preload?.(path)}
          aria-current={path === present ? 'page' : undefined}
        >
          {tab}
          <NavCount count={counts[name]} />
        </Link>
      ))}
    </nav>
  )
}
