import { Link } from 'react-router-dom'
import type { RenewLine } from '#contract/instance-money.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import styles from '#src/features/instances/money/MoneyPage.module.css'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'

type Row = Pick<RenewLine, 'id' | 'nick_name' | 'message'> & Partial<RenewLine>

/** Instances of a renewal: until when each is paid for then, or why it is left out. */
export function RenewRows({ title, rows }: { title?: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  const list = (
    <ul className={styles.lines}>
      {rows.map(({ id, nick_name, ok, message, expire_at, expire_after, amount }) => (
        <li key={id}>
          <span>
            <Link to={paths.container_instance(id)}>{nick_name}</Link>
            <small>
              {ok && expire_after ? (
                <>
                  <TimeText at={expire_at ?? null} none="已到期" /> → <TimeText at={expire_after} />
                </>
              ) : (
                message
              )}
            </small>
          </span>
          {ok && amount ? <Yuan amount={amount} /> : <span className={styles.quiet}>不续费</span>}
        </li>
      ))}
    </ul>
  )
  return title ? <Panel title={title}>{list}</Panel> : list
}
