import { Form, Switch } from 'antd'
import type { ReactNode } from 'react'
import styles from './GuardSettingsForm.module.css'
import type { GuardFields } from './guard-fields.ts'

interface Props {
  title: string
  /** What it does, in one sentence. */
  meaning: string
  /** The switch; a rule without one is on when it has something in it. */
  field?: 'stop_on' | 'spend_on' | 'idle_on'
  children: ReactNode
}

/** One rule: what it is, whether it holds, and its figures while it does. */
export function GuardRuleSection({ title, meaning, field, children }: Props) {
  const form = Form.useFormInstance<GuardFields>()
  const on = Form.useWatch(field ?? [], form) === true
  return (
    <section className={styles.rule}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {field && (
          <Form.Item name={field} valuePropName="checked" noStyle>
            <Switch aria-label={title} />
          </Form.Item>
        )}
        <p>{meaning}</p>
      </div>
      {(on || !field) && children}
    </section>
  )
}
