import { type AccountSecurity, type SecurityLevel, security_levels } from '#contract/account-security.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './SecurityLevelPanel.module.css'

const cells: Record<SecurityLevel, number> = { low: 1, medium: 2, high: 3 }

/** What protects the account, and what would protect it better. */
const protections = ({ password_set_at, wechat_bound_at, real_name }: AccountSecurity) => [
  { kept: password_set_at !== null, done: '已设置登录密码', missing: '设置登录密码' },
  { kept: wechat_bound_at !== null, done: '已绑定微信', missing: '绑定微信，多一种登录方式' },
  { kept: real_name, done: '已实名，可凭身份找回账号', missing: '完成实名认证，便于找回账号' },
]

/** How well the account is kept, as lit cells and in words, with what is still missing. */
export function Level({ security }: { security: AccountSecurity }) {
  return (
    <Panel>
      <div className={styles.level} data-level={security.level}>
        <div className={styles.grade}>
          <span className={styles.label}>安全等级</span>
          <strong className={styles.word}>{security_levels[security.level]}</strong>
          <span className={styles.cells} aria-hidden="true">
            {[1, 2, 3].map((n) => (
              <span key={n} data-lit={n <= cells[security.level]} />
            ))}
          </span>
        </div>
        <ul className={styles.list}>
          {protections(security).map(({ kept, done, missing }) => (
            <li key={done} data-kept={kept}>
              <Icon name={kept ? 'check' : 'info'} />
              {kept ? done : `建议${missing}`}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
