import { Button, Form, Input, InputNumber, Switch } from 'antd'
import { type BalanceAlertForm, guards } from '#contract/guards.ts'
import { useHeldFocus } from '#src/admin/form/use-restored-form-focus.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { zodRule } from '#src/ui/zod-rule.ts'
import styles from './BalanceAlertPanel.module.css'

const { shape } = guards.set_alert.body

function AlertForm({ alert }: { alert: BalanceAlertForm }) {
  const [form] = Form.useForm<BalanceAlertForm>()
  const { run, pending: saving } = useAction(guards.set_alert, {
    answers: [guards.get_alert],
    onDone: ({ data }) => form.setFieldsValue(data), // 100 comes back as 100.00
  })
  useHeldFocus(form, saving)
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
          <Form.Item name="amount" label="余额低于（元）" rules={[zodRule(shape.amount)]}>
            <Input prefix="¥" inputMode="decimal" autoComplete="off" />
          </Form.Item>
          <Form.Item name="hours" label="或不足（小时）" rules={[zodRule(shape.hours)]}>
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

/** When to hear that the money runs low (product §5). */
export default function BalanceAlert() {
  const { data, error, refetch } = useEndpoint(guards.get_alert)
  return (
    <Panel title="余额提醒">
      <AsyncView
        data={data}
        error={error}
        errorTitle="余额提醒加载失败"
        onRetry={() => void refetch()}
        skeleton={<SkeletonRows rows={3} />}
      >
        {(alert) => <AlertForm alert={alert} />}
      </AsyncView>
    </Panel>
  )
}
