import { useId } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import { useHoverCard } from '#src/ui/use-hover-card.ts'
import { NavItem } from './NavItem.tsx'
import styles from './NavMenu.module.css'
import type { HeaderNavGroup } from './nav-entries.ts'

/** Group of the header navigation: a button that opens its links on hover, click or key press. */
export function NavMenu({ group: { label, links } }: { group: HeaderNavGroup }) {
  const { open, close, button, root, toggle } = useHoverCard()
  const { pathname } = useLocation()
  const list = useId()
  return (
    <div className={styles.menu} {...root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={list}
        data-current={links.some(({ to }) => pathname.startsWith(to))}
        onClick={toggle}
      >
        {label}
        <Icon name="chevron" className={styles.sign} />
      </button>
      <ul id={list} className={styles.list} hidden={!open}>
        {links.map((entry) => (
          <li key={entry.to}>
            <NavItem entry={entry} className={styles.link} onLeave={close}>
              <span className={styles.name}>{entry.label}</span>
              <span className={styles.hint}>{entry.hint}</span>
            </NavItem>
          </li>
        ))}
      </ul>
    </div>
  )
}
