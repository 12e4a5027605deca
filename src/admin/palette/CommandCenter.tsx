import { Suspense, useContext, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ConsoleNavEntry } from '#src/admin/layout/nav-entries.ts'
import type { Resource, RowAction } from '#src/admin/resource.ts'
import type { ResourceEntry } from '#src/admin/resource-entry.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useShortcuts } from '#src/admin/shortcuts/use-shortcuts.ts'
import { SearchShell } from '#src/ui/header/SearchShell.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { AreaSearchContext } from './area-search.ts'
import styles from './CommandCenter.module.css'

/** Button that opens the palette and shows its shortcut. */
function PaletteButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.button} onClick={onClick} aria-label={label} aria-keyshortcuts="Control+K Meta+K">
      <Icon name="search" />
      <span className={styles.word}>搜索</span>
      <kbd className={styles.keys}>Ctrl K</kbd>
    </button>
  )
}

const CommandPalette = lazyDialog(() => import('./CommandPalette.tsx'))
const ActionRunner = lazyDialog(() => import('./ActionRunner.tsx'))
const ShortcutSheet = lazyDialog(() => import('#src/admin/shortcuts/ShortcutSheet.tsx'))

interface ActionRequest {
  /** Distinguishes repeated identical commands. */
  key: number
  resource: Resource
  action: RowAction<Row>
  row: Row
}

/** Keyboard features of the console: command palette, shortcuts and shortcut sheet; each loads on first use. */
export function CommandCenter({
  entries,
  resources,
}: {
  entries: readonly ConsoleNavEntry[]
  resources: readonly ResourceEntry[]
}) {
  const [open, setOpen] = useState<'palette' | 'sheet' | null>(null)
  const [order, setOrder] = useState<ActionRequest | null>(null)
  const navigate = useNavigate()
  const placeholder = useContext(AreaSearchContext)?.placeholder
  const close = () => setOpen(null)
  const show = (what: 'palette' | 'sheet'): true => {
    setOpen(what)
    return true
  }
  const go = (path: string): true => {
    void navigate(path)
    return true
  }
  useShortcuts({ go, openPalette: () => show('palette'), openSheet: () => show('sheet') })

  return (
    <>
      <PaletteButton label={placeholder ?? '搜索实例、页面和操作'} onClick={() => show('palette')} />
      {open === 'palette' && (
        <SearchShell label="命令面板" placeholder={placeholder ?? '搜索实例、页面和操作，例如「关机 训练」'} onClose={close}>
          {(search) => (
            <Suspense fallback={null}>
              <CommandPalette
                search={search}
                entries={entries}
                resources={resources}
                onRun={(resource, action, row) => setOrder({ key: performance.now(), resource, action, row })}
                onShortcuts={() => show('sheet')}
                onClose={close}
              />
            </Suspense>
          )}
        </SearchShell>
      )}
      <Suspense fallback={null}>
        {open === 'sheet' && <ShortcutSheet onClose={close} />}
        {order && (
          <ActionRunner
            key={order.key}
            resource={order.resource}
            action={order.action}
            row={order.row}
            onFailed={() => setOrder(null)}
          />
        )}
      </Suspense>
    </>
  )
}
