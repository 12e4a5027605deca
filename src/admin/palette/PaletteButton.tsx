import { Icon } from '#src/ui/Icon.tsx'
import styles from './PaletteButton.module.css'

/** Opens the palette for those who do not know its keys yet, and tells them. */
export function PaletteButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles.button}
      onClick={onClick}
      aria-label="搜索实例、页面和操作"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <Icon name="search" />
      <span className={styles.word}>搜索</span>
      <kbd className={styles.keys}>Ctrl K</kbd>
    </button>
  )
}
