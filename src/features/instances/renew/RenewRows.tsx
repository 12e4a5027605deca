import { Link } from 'react-router-dom'
import type { RenewLine } from '#contract/instance-money.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import styles from '#src/features/instances/money/money.module.css'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

type Row = Pick<RenewLine, 'id' | 'nick_name' | 'message'> & Partial<RenewLine>

/** Instances of a renewal: the new end date of each, or why it is excluded. */
export function RenewRows({ title, rows }: { title?: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  const list = (
    <ul className={styles.lines}>
      {rows.map(({ id, nick_name: nickName, ok, message, expire_at: expireAt, expire_after: expireAfter, amount }) => (
        <li key={id}>
          <span>
            <Link to={paths.containerInstance(id)}>{nickName}</Link>
            <small>
              {ok && expireAfter ? (
                <>
                  <TimeText at={expireAt ?? null} none="已到期" /> → <TimeText at={expireAfter} />
                </>
              ) : (
                message
              )}
            </small>
          </span>
          {ok && amount ? <YuanAmount amount={amount} /> : <span className={styles.quiet}>不续费</span>}
        </li>
      ))}
    </ul>
  )
  return title ? <PagePanel title={title}>{list}</PagePanel> : list
}
