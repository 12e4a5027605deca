import { Link } from 'react-router-dom'
import { instance_statuses, isAllowed, status_codes } from '#contract/instance-actions.ts'
import { charge_rules, type Instance } from '#contract/instances.ts'
import { unseenText } from '#src/features/instances/instance-text.ts'
import { paths } from '#src/paths.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './RunningItem.module.css'

const sinceText = ({ status, started_at }: Instance) =>
  status === status_codes.saving ? instance_statuses[status] : started_at && `${formatTime(started_at).slice(5)} 开机`

/** One running instance: what it is, since when, what it costs, and the shortest way into it. */
export function RunningItem({ instance }: { instance: Instance }) {
  const { id, status, nick_name, flavor, region_name, charge_rule, price_hour, cost, unseen_since } = instance
  return (
    <li className={styles.item}>
      <Link className={styles.name} to={paths.container_instance(id)}>
        {nick_name}
      </Link>
      <span className={styles.spec}>
        {flavor.gpu_type} × {flavor.gpu_num} · {region_name}
      </span>
      <span className={styles.since}>{unseenText(unseen_since) ?? sinceText(instance)}</span>
      <span className={styles.price}>
        {charge_rule === 'hour' ? <Yuan amount={price_hour} unit="/小时" /> : charge_rules[charge_rule]}
      </span>
      <span className={styles.cost}>
        至今 <Yuan amount={cost} />
      </span>
      {isAllowed('terminal', status) && (
        <Link className={styles.terminal} to={paths.container_instance_tab(id, 'terminal')} aria-label={`打开终端 ${nick_name}`}>
          <Icon name="terminal" />
          终端
        </Link>
      )}
    </li>
  )
}
