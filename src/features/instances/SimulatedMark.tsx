import styles from './SimulatedMark.module.css'

/** Mark for an instance that has no real GPU. */
export function SimulatedMark() {
  return (
    <span className={styles.mark} title="由模拟器运行，没有真实的 GPU">
      模拟
    </span>
  )
}
