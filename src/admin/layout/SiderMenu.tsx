import { useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { NavCount } from './NavCount.tsx'
import { type ConsoleNavEntry, findCurrentPage, groupNavEntries } from './nav-entries.ts'
import styles from './SiderMenu.module.css'
import { useNav } from './use-accessible-nav.ts'

const bars = ['a', 'b', 'c', 'd', 'e']

/**
 * Menu skeleton that matches the page skeleton. Shown until the permissions are known, because late entries would move those
 * below.
 */
const outline = (
  <div className={styles.outline} aria-hidden>
    {bars.map((bar) => (
      <Skeleton key={bar} />
    ))}
  </div>
)

interface EntryLinkProps {
  entry: ConsoleNavEntry
  current: boolean
  folded: boolean
  onChoose: (() => void) | undefined
}

function EntryLink({ entry: { label, icon, pages }, current, folded, onChoose }: EntryLinkProps) {
  const { counts, preload } = useNav()
  const to = pages.find(({ tab }) => tab !== null)?.path ?? ''
  const load = () => preload?.(to)
  return (
    <Link
      className={styles.entry}
      to={to}
      onClick={onChoose}
      onPointerEnter={load}
      onFocus={load}
      {...(current && { 'aria-current': 'page' })}
      {...(folded && { title: label })}
    >
      <Icon name={icon} />
      <span className={folded ? 'visually-hidden' : styles.label}>
        {label}
        <NavCount count={pages.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0)} />
      </span>
    </Link>
  )
}

/** Console menu, built from the declared resources and pages. Plain links: the menu of antd would be a third of the frame's code. */
export function SiderMenu({ folded, onChoose }: { folded: boolean; onChoose?: () => void }) {
  const id = useId()
  const { entries } = useNav()
  const { pathname } = useLocation()
  if (!entries) return outline
  const present = findCurrentPage(entries, pathname)?.entry.key
  return groupNavEntries(entries).map(({ heading, entries: group }, index) => {
    const headingId = heading && !folded ? `${id}-${index}` : undefined
    return (
      <div key={group[0]?.key} className={styles.group} data-folded={folded}>
        {headingId && (
          <p className={styles.heading} id={headingId}>
            {heading}
          </p>
        )}
        <ul className={styles.entries} aria-labelledby={headingId}>
          {group.map((entry) => (
            <li key={entry.key}>
              <EntryLink entry={entry} current={entry.key === present} folded={folded} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
