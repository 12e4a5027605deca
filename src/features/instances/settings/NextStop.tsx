import { type InstanceGuard, stopRules } from '#contract/guards.ts'
import type { Instance } from '#contract/instances.ts'
import { isRunningNow } from '#src/features/instances/instance-text.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './settings.module.css'

interface Props {
  guard: InstanceGuard
  instance: Pick<Instance, 'status' | 'started_at' | 'stopped_at'>
}

/** The next automatic stop or boot, as far as known. */
export function NextStop({
  guard: { next_stop: nextStop, next_start: nextStart, spend_limit: spendLimit, idle },
  instance,
}: Props) {
  const runs = isRunningNow(instance)
  const rules = [spendLimit && '到达消费上限', idle && '闲置'].filter(Boolean).join('或')
  const parts = [
    nextStop && `最早 ${formatTime(nextStop.at)} 因${stopRules[nextStop.rule]}停止`,
    nextStart && `下一次按计划开机 ${formatTime(nextStart)}`,
  ].filter(Boolean)
  return (
    <p className={styles.next} aria-live="polite">
      <Icon name="clock" />
      {parts.length
        ? `${parts.join('；')}。`
        : rules
          ? `${runs ? '' : '开机后'}${rules}时关机${runs ? '，时间还不能确定' : ''}。`
          : `没有设置自动关机，${runs ? '实例' : '开机后'}会一直运行到你关机或余额用完。`}
    </p>
  )
}
