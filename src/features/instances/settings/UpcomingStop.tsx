import { Button } from 'antd'
import { stop_rules } from '#contract/guards.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { serverNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { formatCountdown, formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import styles from './UpcomingStop.module.css'
import { type ComingRule, comingStop } from './upcoming-stop.ts'
import { useExtendGuard, useGuard } from './use-guard.ts'

const putOff: Record<ComingRule, string | null> = {
  timer: '延后 1 小时',
  schedule: '延后 1 小时',
  spend: '提高上限，再运行 1 小时',
  idle: '还在使用，重新计时',
  expiry: null,
}

function Bar({ id, at, rule }: { id: string; at: string; rule: ComingRule }) {
  const left = useSecondsUntil(at)
  const { extend, pending } = useExtendGuard(id)
  const label = putOff[rule]

  const later = () => {
    if (rule !== 'expiry') extend(rule)
  }

  return (
    <div className={styles.bar} role="status" data-soon={left <= limits.stop_notice_seconds}>
      <Icon name="clock" />
      <span className={styles.words}>
        {stop_rules[rule]}：{formatTime(at).slice(11)} 停止，还有 <strong>{formatCountdown(left)}</strong>。数据会保留。
      </span>
      {label && (
        <Button size="small" loading={pending} onClick={later}>
          {label}
        </Button>
      )}
    </div>
  )
}

/** Says within the last hour that a running instance is about to stop by itself, and puts it off in one click. */
export default function ComingStop({ instance }: { instance: InstanceDetail }) {
  const { data: guard } = useGuard(instance.id)
  if (!guard || instance.status !== status_codes.running) return null
  const stop = comingStop(guard, serverNow())
  return stop && <Bar id={instance.id} {...stop} />
}
