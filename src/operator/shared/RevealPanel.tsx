import { Alert, Button, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './RevealPanel.module.css'

interface Props {
  title: string
  /** Explanation shown when another person was verified with the same number. */
  twin: string | false
  /** Notice shown when the reviewer is the submitter: somebody else must review it. */
  own: string | false
  /** The revealed data. */
  children: ReactNode
  /** The conditions for revealing it. */
  ask: { lead: string; rule: z.ZodType; reason: string; label: string; open: (reason: string) => Promise<void> }
}

/** Reveals the sealed data of a case after the reviewer has given a reason and proved their identity. */
export function RevealPanel({ title, twin, own, children, ask }: Props) {
  const [form] = Form.useForm<{ reason: string }>()
  const { submit, sending, failure } = useFormSubmit(form, ({ reason }: { reason: string }) => ask.open(reason))
  return (
    <PagePanel title={title}>
      {twin && <Alert className={styles.twin ?? ''} type="warning" showIcon message={twin} />}
      {own ? (
        <p className={styles.lead}>{own}</p>
      ) : (
        (children ?? (
          <Form
            form={form}
            layout="vertical"
            requiredMark={false}
            disabled={sending}
            onFinish={submit}
            className={styles.form ?? ''}
          >
            <p className={styles.lead}>{ask.lead}</p>
            {failure && <FormFailure error={failure} fields={['reason']} />}
            <Form.Item
              name="reason"
              label="查看原因"
              initialValue={ask.reason}
              rules={[createZodRule(ask.rule)]}
              validateTrigger={validateOnBlur}
            >
              <Input maxLength={200} />
            </Form.Item>
            <Button type="primary" htmlType="submit" loading={sending}>
              {ask.label}
            </Button>
          </Form>
        ))
      )}
    </PagePanel>
  )
}
