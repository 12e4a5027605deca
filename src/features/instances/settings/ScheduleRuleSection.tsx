import { Button, Checkbox, Form, Input, Select } from 'antd'
import { scheduleActions } from '#contract/guards.ts'
import { limits } from '#contract/limits.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { GuardRuleSection } from './GuardRuleSection.tsx'
import styles from './settings.module.css'

const days = [...'一二三四五六日'].map((label, index) => ({ label, value: index + 1 }))
const actions = Object.entries(scheduleActions).map(([value, label]) => ({ value, label }))
const workdays = [1, 2, 3, 4, 5]

/** Weekly schedule of boots and stops, in Beijing time. */
export function ScheduleRuleSection() {
  return (
    <GuardRuleSection
      title="每周计划"
      meaning="按星期和时间开机、关机。开机和手动开机一样检查余额和空闲 GPU，没能开机会通知你；平台停机错过的关机会补上，错过半小时以上的开机不补。"
    >
      <Form.List name="schedule">
        {(entries, { add, remove }) => (
          <div className={styles.entries}>
            {entries.map(({ key, name }) => (
              <fieldset className={styles.entry} key={key} aria-label={`第 ${name + 1} 条`}>
                <Form.Item name={[name, 'action']}>
                  <Select options={actions} aria-label="开机或关机" />
                </Form.Item>
                <Form.Item name={[name, 'weekdays']} className={styles.days ?? ''}>
                  <Checkbox.Group options={days} />
                </Form.Item>
                <Form.Item name={[name, 'time']}>
                  <Input type="time" aria-label="时间（北京时间）" />
                </Form.Item>
                <Button
                  type="text"
                  icon={<Icon name="trash" />}
                  aria-label={`删除第 ${name + 1} 条`}
                  onClick={() => remove(name)}
                />
              </fieldset>
            ))}
            {entries.length < limits.scheduleEntriesMax && (
              <div className={styles.line}>
                <Button icon={<Icon name="plus" />} onClick={() => add({ action: 'stop', weekdays: workdays, time: '22:00' })}>
                  添加关机
                </Button>
                <Button icon={<Icon name="plus" />} onClick={() => add({ action: 'start', weekdays: workdays, time: '09:00' })}>
                  添加开机
                </Button>
              </div>
            )}
          </div>
        )}
      </Form.List>
    </GuardRuleSection>
  )
}
