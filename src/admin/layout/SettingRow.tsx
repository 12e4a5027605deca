import type { ReactNode } from 'react'
import styles from './SettingRow.module.css'

/** One setting of an account: its name, state and actions. */
export function SettingRow({
  lead,
  title,
  state,
  children,
  action,
}: {
  /** Picture before the words. */
  lead?: ReactNode
  title: ReactNode
  /** Tag or value beside the title. */
  state?: ReactNode
  /** One-line description. */
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <li className={styles.row}>
      {lead}
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
