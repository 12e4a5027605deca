import { Button, Form, Input } from 'antd'
import { getServerNow } from '#src/api/server-time.ts'
import { formatHoursFromNow } from './beijing-input.ts'
import { GuardRuleSection } from './GuardRuleSection.tsx'
import styles from './GuardSettingsForm.module.css'
import type { GuardFields } from './guard-fields.ts'

const presets = [1, 2, 4, 8] as const

/** Stop once, at a time. */
export function TimerRuleSection() {
  const form = Form.useFormInstance<GuardFields>()
  const later = (hours: number) => {
    form.setFieldsValue({ stop_at: formatHoursFromNow(hours, getServerNow()) })
    form.setFields([{ name: 'stop_at', touched: true, errors: [] }])
  }
  return (
    <GuardRuleSection title="定时关机" meaning="到设定的时间关机，只执行一次。" field="stop_on">
      <div className={styles.line}>
        <Form.Item name="stop_at" className={styles.when}>
          <Input type="datetime-local" aria-label="关机时间（北京时间）" />
        </Form.Item>
        {presets.map((hours) => (
          <Button key={hours} onClick={() => later(hours)}>
            {hours} 小时后
          </Button>
        ))}
      </div>
    </GuardRuleSection>
  )
}
