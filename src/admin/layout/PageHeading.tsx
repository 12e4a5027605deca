import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './PageHeading.module.css'
import { SectionTabs } from './SectionTabs.tsx'

export interface Crumb {
  label: string
  to?: string
}

interface Props {
  title: string
  /** One-line description. */
  meaning?: ReactNode
  /** The way up; a page without one stands in the menu and shows the tabs of its section. */
  trail?: readonly Crumb[]
  actions?: ReactNode
  /** Content beside the title, for example a state. */
  aside?: ReactNode
}

const brand = '智算中心'

/**
 * Page header: title, one-line description, actions on the right, tabs of the section; also sets the tab title and receives the
 * focus of a new page.
 */
export function PageHeading({ title, meaning, trail = [], actions, aside }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${brand}`
  }, [title])
  // after a navigation nothing has the focus; keyboard and screen-reader users continue from the new title
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <header className={styles.header}>
      {trail.length > 0 && (
        <nav aria-label="面包屑" className={styles.trail}>
          <ol>
            {trail.map(({ label, to }) => (
              <li key={label}>
                {to ? <Link to={to}>{label}</Link> : label}
                <Icon name="chevron" />
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <div className={styles.row}>
        <div className={styles.words}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
            {aside}
          </h1>
          {meaning && <p>{meaning}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {trail.length === 0 && <SectionTabs />}
    </header>
  )
}
