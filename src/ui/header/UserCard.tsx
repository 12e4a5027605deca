import { Link, useNavigate } from 'react-router-dom'
import type { UserInfo } from '#contract/users.ts'
import { paths } from '#src/paths.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CopyText } from '#src/ui/CopyText.tsx'
import controls from '#src/ui/controls.module.css'
import { nameOf } from '#src/ui/display-name.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { signOut } from '#src/ui/sign-out.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './UserCard.module.css'

const links = [
  { to: paths.account_info, label: '基本信息' },
  { to: paths.account_security, label: '账户安全' },
  { to: paths.certification_details, label: '实名认证' },
]

const office = { to: paths.operator, label: '运营后台' }

/** Who I am, what I have left, and the way out (spec §2 header). */
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
          <strong className={styles.name}>{nameOf(user)}</strong>
          <span className={styles.tags}>
            <Tag tone={verified ? 'success' : 'warning'} icon={verified ? 'check' : 'warning'}>
              {verified ? '已实名' : '未实名'}
            </Tag>
            {user.is_creator && <Tag tone="primary">创作者</Tag>}
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
          <Yuan amount={user.total_amount} />
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
