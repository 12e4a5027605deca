import { Icon } from '#src/ui/Icon.tsx'
import styles from './FoldButton.module.css'
import type { useFold } from './use-fold.ts'

/** Button below a folded list; nothing if the list is short. */
export function FoldButton({ fold: { rest, open, toggle } }: { fold: Omit<ReturnType<typeof useFold>, 'items'> }) {
  if (rest === 0) return null
  return (
    <button type="button" className={styles.fold} aria-expanded={open} onClick={toggle}>
      {open ? '收起' : `展开其余 ${rest} 条`}
      <Icon name="chevron" />
    </button>
  )
}
