import { Menu, type MenuProps } from 'antd'
import { Link, useLocation } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { type ConsoleNavEntry, findCurrentPage, groupNavEntries } from './nav-entries.ts'
import styles from './Sider.module.css'
import { useAccessibleNav } from './use-accessible-nav.ts'

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
export function SiderMenu({
  entries,
  folded,
  onChoose,
}: {
  entries: readonly ConsoleNavEntry[]
  folded: boolean
  onChoose?: () => void
}) {
  const open = useAccessibleNav(entries)
  const { pathname } = useLocation()
  const present = findCurrentPage(entries, pathname)?.entry.path

  if (!open) return outline
  const items = groupNavEntries(open).flatMap(({ heading, entries: group }, index): Item[] => {
    const links = group.map(({ path, label, nav }) => ({
      key: path,
      icon: <Icon name={nav.icon} />,
      title: label,
      label: (
        <Link to={path} {...(path === present && { 'aria-current': 'page' as const })}>
          {label}
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
