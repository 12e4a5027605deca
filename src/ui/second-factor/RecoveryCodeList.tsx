import styles from './second-factor.module.css'

/** Recovery codes of a second factor, in two columns where there is room. */
export const RecoveryCodeList = ({ codes }: { codes: readonly string[] }) => (
  <ul className={styles.codes} aria-label="恢复码">
    {codes.map((code) => (
      <li key={code}>{code}</li>
    ))}
  </ul>
)
