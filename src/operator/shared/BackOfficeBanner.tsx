import { Link } from 'react-router-dom'
import { roleNames } from '#contract/access.ts'
import type { UserInfo } from '#contract/users.ts'
import { paths } from '#src/paths.ts'
import styles from './BackOfficeBanner.module.css'

/** A banner on every back-office page with the operator's role and a link to leave. */
export function BackOfficeBanner({ user }: { user: UserInfo | null }) {
  return (
    <aside className={styles.banner} aria-label="运营后台">
      <strong>运营后台</strong>
      {user && <span className={styles.role}>{roleNames[user.role]}</span>}
      <span className={styles.note}>这里的操作影响所有用户，全部记入审计日志。</span>
      <Link to={paths.dataOverview}>返回控制台</Link>
    </aside>
  )
}
