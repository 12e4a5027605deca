import { Button } from 'antd'
import { useState } from 'react'
import { stop_rules } from '#contract/guards.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { limits } from '#contract/limits.ts'
import { isApiError } from '#src/api/api-error.ts'
import { serverNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { formatCountdown, formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { toast } from '#src/ui/toast.ts'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'
import styles from './ComingStop.module.css'
import { type ComingRule, comingStop } from './coming-stop.ts'
import { useChangeGuard, useGuard } from './use-guard.ts'

const putOff: Record<ComingRule, string | null> = {
  timer: '延后 1 小时',
  schedule: '延后 1 小时',
  spend: '提高上限，再运行 1 小时',
  idle: '还在使用，重新计时',
  expiry: null,
}

function Bar({ id, at, rule }: { id: string; at: string; rule: ComingRule }) {
  const left = useSecondsUntil(at)
  const { extend } = useChangeGuard(id)
  const [busy, setBusy] = useState(false)
  const label = putOff[rule]

  const later = async () => {
    if (rule === 'expiry') return
    setBusy(true)
    try {
      toast.success(await extend(rule))
    } catch (error) {
      if (!isApiError(error)) throw error
      toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.bar} role="status" data-soon={left <= limits.stop_notice_seconds}>
      <Icon name="clock" />
      <span className={styles.words}>
        {stop_rules[rule]}：{formatTime(at).slice(11)} 停止，还有 <strong>{formatCountdown(left)}</strong>。数据会保留。
      </span>
      {label && (
        <Button size="small" loading={busy} onClick={() => void later()}>
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
