import styles from './TerminalView.module.css'

/** Placeholder while the terminal's code loads. */
export function TerminalSkeleton() {
  return <div className={styles.terminal} role="status" aria-label="加载中" />
}
