import styles from './Progress.module.css'

/** Progress bar, 0–100. */
export function Progress({
  percent,
  label,
  tone = 'primary',
}: {
  percent: number
  label: string
  tone?: 'primary' | 'danger' | 'success'
}) {
  return (
    <div
      className={styles.track}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={styles.done} style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
