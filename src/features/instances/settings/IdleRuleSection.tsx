import { Form, InputNumber } from 'antd'
import type { InstanceGuard } from '#contract/guards.ts'
import { limits } from '#contract/limits.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { GuardRuleSection } from './GuardRuleSection.tsx'
import styles from './GuardSettingsForm.module.css'

/** Stop when nobody uses it. */
export function IdleRuleSection({ guard: { idle_since: idleSince } }: { guard: InstanceGuard }) {
  return (
    <GuardRuleSection
      title="闲置关机"
      meaning="GPU 使用率一直很低时关机。终端里的操作算作使用；缺少监控数据时不会关机；无卡运行不适用。"
      field="idle_on"
    >
      <div className={styles.line}>
        <span>使用率低于</span>
        <Form.Item name={['idle', 'percent']}>
          <InputNumber
            className={styles.number}
            min={limits.idlePercentMin}
            max={limits.idlePercentMax}
            suffix="%"
            aria-label="使用率阈值（%）"
          />
        </Form.Item>
        <span>连续</span>
        <Form.Item name={['idle', 'minutes']}>
          <InputNumber
            className={styles.number}
            min={limits.idleMinutesMin}
            max={limits.idleMinutesMax}
            aria-label="时长（分钟）"
          />
        </Form.Item>
        <span>分钟</span>
      </div>
      {idleSince && <p className={styles.note}>最近一次使用 {formatTime(idleSince)}</p>}
    </GuardRuleSection>
  )
}
