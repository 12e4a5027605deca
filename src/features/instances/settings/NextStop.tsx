import { type Guard, stop_rules } from '#contract/guards.ts'
import type { Instance } from '#contract/instances.ts'
import { runsNow } from '#src/features/instances/instance-text.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './GuardSettingsForm.module.css'

interface Props {
  guard: Guard
  instance: Pick<Instance, 'status' | 'started_at' | 'stopped_at'>
}

/** When it will stop or boot by itself, as far as that is known. */
export function NextStop({ guard: { next_stop, next_start, spend_limit, idle }, instance }: Props) {
  const runs = runsNow(instance)
  const rules = [spend_limit && '到达消费上限', idle && '闲置'].filter(Boolean).join('或')
  const parts = [
    next_stop && `最早 ${formatTime(next_stop.at)} 因${stop_rules[next_stop.rule]}停止`,
    next_start && `下一次按计划开机 ${formatTime(next_start)}`,
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
