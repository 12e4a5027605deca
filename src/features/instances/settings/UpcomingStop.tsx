import { Button } from 'antd'
import { stopRules } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { getServerNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { formatCountdown, formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import styles from './UpcomingStop.module.css'
import { computeUpcomingStop, type UpcomingStopRule } from './upcoming-stop.ts'
import { useExtendGuard, useGuard } from './use-guard.ts'

const postponeLabels: Record<UpcomingStopRule, string | null> = {
  timer: '延后 1 小时',
  schedule: '延后 1 小时',
  spend: '提高上限，再运行 1 小时',
  idle: '还在使用，重新计时',
  expiry: null,
}

function UpcomingStopBar({ id, at, rule }: { id: string; at: string; rule: UpcomingStopRule }) {
  const left = useSecondsUntil(at)
  const { extend, pending } = useExtendGuard(id)
  const label = postponeLabels[rule]

  const later = () => {
    if (rule !== 'expiry') extend(rule)
  }

  return (
    <div className={styles.bar} role="status" data-soon={left <= limits.stopNoticeSeconds}>
      <Icon name="clock" />
      <span className={styles.words}>
        {stopRules[rule]}：{formatTime(at).slice(11)} 停止，还有 <strong>{formatCountdown(left)}</strong>。数据会保留。
      </span>
      {label && (
        <Button size="small" loading={pending} onClick={later}>
          {label}
        </Button>
      )}
    </div>
  )
}

/** Announces an automatic stop within the next hour, with a one-click postponement. */
export default function UpcomingStop({ instance }: { instance: InstanceDetail }) {
  const { data: guard } = useGuard(instance.id)
  if (!guard || instance.status !== instanceStatusCodes.running) return null
  const stop = computeUpcomingStop(guard, getServerNow())
  return stop && <UpcomingStopBar id={instance.id} {...stop} />
}
