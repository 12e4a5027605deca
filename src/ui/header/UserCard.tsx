import { Link, useNavigate } from 'react-router-dom'
import type { UserInfo } from '#contract/users.ts'
import { paths } from '#src/paths.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import controls from '#src/ui/controls.module.css'
import { getDisplayName } from '#src/ui/display-name.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { signOut } from '#src/ui/sign-out.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './UserCard.module.css'

const links = [
  { to: paths.accountInfo, label: '基本信息' },
  { to: paths.accountSecurity, label: '账户安全' },
  { to: paths.certificationDetails, label: '实名认证' },
]

const office = { to: paths.operator, label: '运营后台' }

/** User card with name, balance and sign-out (requirements §2 header). */
export function UserCard({ user, onLeave }: { user: UserInfo; onLeave: () => void }) {
  const navigate = useNavigate()
  const verified = user.real_name.passed === 'T'
  const leave = async () => {
    onLeave()
    await signOut()
    await navigate(paths.home())
  }

  return (
    <div className={styles.card}>
      <div className={styles.who}>
        <Avatar user={user} large />
        <div className={styles.names}>
          <strong className={styles.name}>{getDisplayName(user)}</strong>
          <span className={styles.tags}>
            <ToneTag tone={verified ? 'success' : 'warning'} icon={verified ? 'check' : 'warning'}>
              {verified ? '已实名' : '未实名'}
            </ToneTag>
            {user.is_creator && <ToneTag tone="primary">创作者</ToneTag>}
          </span>
        </div>
      </div>
      <div className={styles.uuid}>
        <span>UUID</span>
        <CopyText text={user.uuid} label="复制 UUID" mono />
      </div>
      <div className={styles.balance}>
        <span className={styles.label}>余额</span>
        <span className={styles.amount}>
          <YuanAmount amount={user.total_amount} />
        </span>
        {user.account_type === 'main' && (
          <Link className={`${controls.button} ${controls.primary} ${controls.small}`} to={paths.recharge} onClick={onLeave}>
            充值
          </Link>
        )}
      </div>
      <ul className={styles.links}>
        {(user.role === 'user' ? links : [office, ...links]).map(({ to, label }) => (
          <li key={to}>
            <Link className={styles.link} to={to} onClick={onLeave}>
              {label}
              <Icon name="chevron" />
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.out} onClick={() => void leave()}>
        退出登录
      </button>
    </div>
  )
}
