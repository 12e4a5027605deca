import { Button, Form, Input, InputNumber, Switch } from 'antd'
import { type BalanceAlertForm, instanceGuards } from '#contract/guards.ts'
import { useRestoredFormFocus } from '#src/admin/form/use-restored-form-focus.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { createZodRule } from '#src/ui/zod-rule.ts'
import styles from './BalanceAlertPanel.module.css'

const { shape } = instanceGuards.set_alert.body

function AlertForm({ alert }: { alert: BalanceAlertForm }) {
  const [form] = Form.useForm<BalanceAlertForm>()
  const { run, pending: saving } = useAction(instanceGuards.set_alert, {
    answers: [instanceGuards.get_alert],
    onDone: ({ data }) => form.setFieldsValue(data), // the server returns 100 as 100.00
  })
  useRestoredFormFocus(form, saving)
  const typed: Partial<BalanceAlertForm> = Form.useWatch([], form) ?? {}
  const enabled = typed.enabled ?? alert.enabled
  const changed = (Object.keys(typed) as (keyof BalanceAlertForm)[]).some((field) => typed[field] !== alert[field])

  return (
    <Form
      name="balance-alert"
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={alert}
      disabled={saving}
      onFinish={(fields) => void run({ body: { ...alert, ...fields } })}
    >
      <div className={styles.switch}>
        <span>余额不足时通知我</span>
        <Form.Item name="enabled" valuePropName="checked" noStyle>
          <Switch aria-label="余额不足时通知我" />
        </Form.Item>
      </div>
      {enabled && (
        <div className={styles.fields}>
          <Form.Item name="amount" label="余额低于（元）" rules={[createZodRule(shape.amount)]}>
            <Input prefix="¥" inputMode="decimal" autoComplete="off" />
          </Form.Item>
          <Form.Item name="hours" label="或不足（小时）" rules={[createZodRule(shape.hours)]}>
            <InputNumber className={styles.hours} min={0} max={720} />
          </Form.Item>
        </div>
      )}
      <p className={styles.meaning}>有实例在运行、余额低于任一条线时通知一次，回到线上后重新生效。</p>
      <Button type="primary" htmlType="submit" disabled={!changed} loading={saving}>
        保存
      </Button>
    </Form>
  )
}

/** Settings of the low-balance alert (product §5). */
export default function BalanceAlertPanel() {
  const { data, error, refetch } = useEndpoint(instanceGuards.get_alert)
  return (
    <PagePanel title="余额提醒">
      <AsyncView
        data={data}
        error={error}
        errorTitle="余额提醒加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={3} />}
      >
        {(alert) => <AlertForm alert={alert} />}
      </AsyncView>
    </PagePanel>
  )
}
