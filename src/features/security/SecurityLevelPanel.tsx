import { type AccountSecurity, type SecurityLevel, securityLevels } from '#contract/account-security.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './SecurityLevelPanel.module.css'

const cells: Record<SecurityLevel, number> = { low: 1, medium: 2, high: 3 }

/** What protects the account, and what would protect it better. */
const buildProtections = ({
  password_set_at: passwordSetAt,
  wechat_bound_at: wechatBoundAt,
  real_name: realName,
}: AccountSecurity) => [
  { kept: passwordSetAt !== null, done: '已设置登录密码', missing: '设置登录密码' },
  { kept: wechatBoundAt !== null, done: '已绑定微信', missing: '绑定微信，多一种登录方式' },
  { kept: realName, done: '已实名，可凭身份找回账号', missing: '完成实名认证，便于找回账号' },
]

/** How well the account is kept, as lit cells and in words, with what is still missing. */
export function SecurityLevelPanel({ security }: { security: AccountSecurity }) {
  return (
    <PagePanel>
      <div className={styles.level} data-level={security.level}>
        <div className={styles.grade}>
          <span className={styles.label}>安全等级</span>
          <strong className={styles.word}>{securityLevels[security.level]}</strong>
          <span className={styles.cells} aria-hidden="true">
            {[1, 2, 3].map((n) => (
              <span key={n} data-lit={n <= cells[security.level]} />
            ))}
          </span>
        </div>
        <ul className={styles.list}>
          {buildProtections(security).map(({ kept, done, missing }) => (
            <li key={done} data-kept={kept}>
              <Icon name={kept ? 'check' : 'info'} />
              {kept ? done : `建议${missing}`}
            </li>
          ))}
        </ul>
      </div>
    </PagePanel>
  )
}
