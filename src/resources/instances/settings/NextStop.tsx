import { type Guard, stop_rules } from '#contract/guards.ts'
import { formatTime } from '#src/kit/format-time.ts'
import { Icon } from '#src/kit/Icon.tsx'
import styles from './GuardForm.module.css'

/** When it will stop or boot by itself, as far as that is known. */
export function NextStop({ guard: { next_stop, next_start, spend_limit, idle } }: { guard: Guard }) {
  const parts = [
    next_stop && `最早 ${formatTime(next_stop.at)} 因${stop_rules[next_stop.rule]}停止`,
    next_start && `下一次按计划开机 ${formatTime(next_start)}`,
  ].filter(Boolean)
  return (
    <p className={styles.next} aria-live="polite">
      <Icon name="clock" />
      {parts.length
        ? `${parts.join('；')}。`
        : spend_limit || idle
          ? '到达消费上限或闲置时关机，时间还不能确定。'
          : '没有设置自动关机，实例会一直运行到你关机或余额用完。'}
    </p>
  )
}
