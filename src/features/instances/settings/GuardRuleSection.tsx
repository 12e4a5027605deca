import { Form, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { GuardFields } from './guard-fields.ts'
import styles from './settings.module.css'

interface Props {
  title: string
  /** One sentence that explains the rule. */
  meaning: string
  /** Field of the switch; a rule without one is on if it is not empty. */
  field?: 'stop_on' | 'spend_on' | 'idle_on'
  children: ReactNode
}

/** One rule: explanation, switch, and its fields while it is on. */
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
