import styles from './LiveTimestamp.module.css'
import type { LiveState } from './live-store.ts'

const timeFormat = new Intl.DateTimeFormat('zh-CN', { timeStyle: 'medium', timeZone: 'Asia/Shanghai', hourCycle: 'h23' })

/** Time of the last load, and whether loading still works: the light is on only while it does. */
export function LiveTimestamp({ state: { at, error } }: { state: Pick<LiveState<unknown>, 'at' | 'error'> }) {
  return (
    <span className={styles.stamp} data-live={at !== null && !error}>
      {at === null
        ? error
          ? '暂时无法获取'
          : '正在获取'
        : error
          ? `刷新失败 · 数据截至 ${timeFormat.format(at)}`
          : `${timeFormat.format(at)} 更新`}
    </span>
  )
}
