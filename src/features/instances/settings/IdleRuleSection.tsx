import { Form, InputNumber } from 'antd'
import type { Guard } from '#contract/guards.ts'
import { limits } from '#contract/limits.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Rule } from './GuardRuleSection.tsx'
import styles from './GuardSettingsForm.module.css'

/** Stop when nobody uses it. */
export function IdleRule({ guard: { idle_since } }: { guard: Guard }) {
  return (
    <Rule
      title="闲置关机"
      meaning="GPU 使用率一直很低时关机。终端里的操作算作使用；缺少监控数据时不会关机；无卡运行不适用。"
      field="idle_on"
    >
      <div className={styles.line}>
        <span>使用率低于</span>
        <Form.Item name={['idle', 'percent']}>
          <InputNumber
            className={styles.number}
            min={limits.idle_percent_min}
            max={limits.idle_percent_max}
            suffix="%"
            aria-label="使用率阈值（%）"
          />
        </Form.Item>
        <span>连续</span>
        <Form.Item name={['idle', 'minutes']}>
          <InputNumber
            className={styles.number}
            min={limits.idle_minutes_min}
            max={limits.idle_minutes_max}
            aria-label="时长（分钟）"
          />
        </Form.Item>
        <span>分钟</span>
      </div>
      {idle_since && <p className={styles.note}>最近一次使用 {formatTime(idle_since)}</p>}
    </Rule>
  )
}
