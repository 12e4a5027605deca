import styles from './TerminalView.module.css'

/** The terminal's place while its code is on the way. */
export function TerminalSkeleton() {
  return <div className={styles.terminal} role="status" aria-label="加载中" />
}
