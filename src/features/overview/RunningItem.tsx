import { Link } from 'react-router-dom'
import { instanceStatusCodes, instanceStatuses, isActionAllowed } from '#contract/instance-actions.ts'
import { chargeRules, type Instance } from '#contract/instances.ts'
import type { InstanceUsage } from '#contract/monitor.ts'
import { formatUnseen, GpuSparkline } from '#src/features/instances/shared.ts'
import { paths } from '#src/paths.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './RunningItem.module.css'

/** What matters of its time: the end of a package, else since when it runs. */
function formatSpan({ status, started_at: startedAt, expire_at: expireAt }: Instance): string | null {
  if (status === instanceStatusCodes.saving) return instanceStatuses[status]
  if (expireAt) return `${formatTime(expireAt).slice(5)} 到期`
  return startedAt && `${formatTime(startedAt).slice(5)} 开机`
}

/** One running instance: specs, GPU use of the last hour, its span, cost, and a shortcut to access it. */
export function RunningItem({ instance, usage }: { instance: Instance; usage: InstanceUsage | undefined }) {
  const {
    id,
    status,
    nick_name: nickName,
    flavor,
    region_name: regionName,
    charge_rule: chargeRule,
    price_hour: priceHour,
    cost,
    unseen_since: unseenSince,
  } = instance
  return (
    <li className={styles.item}>
      <Link className={styles.name} to={paths.containerInstance(id)}>
        {nickName}
      </Link>
      <span className={styles.spec}>
        {flavor.gpu_type} × {flavor.gpu_num} · {regionName}
      </span>
      <Link className={styles.use} to={paths.containerInstanceTab(id, 'monitor')} aria-label={`${nickName} 的监控`}>
        <GpuSparkline usage={usage} />
      </Link>
      <span className={styles.since}>{formatUnseen(unseenSince) ?? formatSpan(instance)}</span>
      <span className={styles.price}>
        {chargeRule === 'hour' ? <YuanAmount amount={priceHour} unit="/小时" /> : chargeRules[chargeRule]}
      </span>
      <span className={styles.cost}>
        至今 <YuanAmount amount={cost} />
      </span>
      {isActionAllowed('terminal', status) && (
        <Link className={styles.terminal} to={paths.containerInstanceTab(id, 'terminal')} aria-label={`打开终端 ${nickName}`}>
          <Icon name="terminal" />
          终端
        </Link>
      )}
    </li>
  )
}
