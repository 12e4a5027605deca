import { lazy, Suspense, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import styles from './SearchButton.module.css'

const SearchDialog = lazy(() => import('./SearchDialog.tsx'))

/** Opens the search, as `/` does. */
export function SearchButton({ small = false }: { small?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-small={small}
        data-help-search
        aria-label="搜索帮助"
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className={styles.word}>搜索帮助</span>
        <kbd className={styles.key}>/</kbd>
      </button>
      {open && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
