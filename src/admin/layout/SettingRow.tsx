import type { ReactNode } from 'react'
import styles from './SettingRow.module.css'

/** One thing of an account: what it is, how it stands, and what can be done about it. */
export function SettingRow({
  title,
  state,
  children,
  action,
}: {
  title: ReactNode
  /** A tag or a value beside the title. */
  state?: ReactNode
  /** A line of meaning. */
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.title}>
          <strong>{title}</strong>
          {state}
        </div>
        {children && <div className={styles.meaning}>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  )
}

export const SettingRows = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>
