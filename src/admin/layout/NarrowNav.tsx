import { Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import styles from './NarrowNav.module.css'
import { type ConsoleNavEntry, findCurrentPage } from './nav-entries.ts'

const SiderDrawer = lazyDialog(() => import('./SiderDrawer.tsx'))

/** Where one is, and the button that opens the menu, on narrow windows. */
export function NarrowNav({ entries }: { entries: readonly ConsoleNavEntry[] }) {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {findCurrentPage(entries, pathname)?.label ?? '控制台'}
        <Icon name="chevron" className={styles.chevron} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <SiderDrawer entries={entries} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
