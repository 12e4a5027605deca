import { Suspense, useState } from 'react'
import { SearchShell } from '#src/ui/header/SearchShell.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import styles from './HelpSearchButton.module.css'

const SearchResults = lazyDialog(() => import('./HelpSearchResults.tsx'))

/** Opens the search, like `/` and Ctrl+K. */
export function HelpSearchButton({ small = false }: { small?: boolean }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-small={small}
        data-help-search
        aria-label="搜索帮助"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className={styles.word}>搜索帮助</span>
        <kbd className={styles.key}>/</kbd>
      </button>
      {open && (
        <SearchShell label="搜索帮助" placeholder="例如 欠费、SSH 密钥、保存镜像" onClose={close}>
          {(search) => (
            <Suspense fallback={null}>
              <SearchResults search={search} onClose={close} />
            </Suspense>
          )}
        </SearchShell>
      )}
    </>
  )
}
