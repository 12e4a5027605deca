import { Menu, type MenuProps } from 'antd'
import { Link, useLocation } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { NavCount } from './NavCount.tsx'
import { findCurrentPage, groupNavEntries } from './nav-entries.ts'
import styles from './Sider.module.css'
import { useNav } from './use-accessible-nav.ts'

type Item = NonNullable<MenuProps['items']>[number]

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

/** Console menu, built from the declared resources and pages. */
export function SiderMenu({ folded, onChoose }: { folded: boolean; onChoose?: () => void }) {
  const { entries, counts } = useNav()
  const { pathname } = useLocation()
  if (!entries) return outline
  const present = findCurrentPage(entries, pathname)?.entry.key
  const items = groupNavEntries(entries).flatMap(({ heading, entries: group }, index): Item[] => {
    const links = group.map(({ key, label, icon, pages }) => ({
      key,
      icon: <Icon name={icon} />,
      title: label,
      label: (
        <Link
          className={styles.entry}
          to={pages.find(({ tab }) => tab !== null)?.path ?? ''}
          {...(key === present && { 'aria-current': 'page' as const })}
        >
          {label}
          <NavCount count={pages.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0)} />
        </Link>
      ),
    }))
    if (folded) return index ? [{ type: 'divider' as const }, ...links] : links
    return heading ? [{ type: 'group' as const, key: heading, label: heading, children: links }] : links
  })
  return (
    <Menu
      className={styles.menu}
      mode="inline"
      inlineIndent={16}
      inlineCollapsed={folded}
      items={items}
      selectedKeys={present ? [present] : []}
      onClick={() => onChoose?.()}
    />
  )
}
