import styles from './LiveStamp.module.css'
import type { LiveState } from './live-store.ts'

const clock = new Intl.DateTimeFormat('zh-CN', { timeStyle: 'medium', timeZone: 'Asia/Shanghai', hourCycle: 'h23' })

/** When what is shown was loaded, and whether loading still works. */
export function LiveStamp({ state: { at, error } }: { state: LiveState<unknown> }) {
  if (at === null) return <span className={styles.stamp}>{error ? '暂时无法获取' : '正在获取'}</span>
  return (
    <span className={styles.stamp} data-stale={error !== null}>
      {clock.format(at)} {error ? '的数据，刷新失败' : '更新'}
    </span>
  )
}
