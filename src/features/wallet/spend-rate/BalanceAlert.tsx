import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { type BalanceAlertForm, guards } from '#contract/guards.ts'
import { useHeldFocus } from '#src/admin/form/use-held-focus.ts'
import { Panel } from '#src/admin/layout/Panel.tsx'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { toast } from '#src/ui/toast.ts'
import { zodRule } from '#src/ui/zod-rule.ts'
import styles from './BalanceAlert.module.css'

const alert_key = ['balance-alert'] as const
const { shape } = guards.set_alert.body

function AlertForm({ alert }: { alert: BalanceAlertForm }) {
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)
  const [form] = Form.useForm<BalanceAlertForm>()
  useHeldFocus(form, saving)
  const typed: Partial<BalanceAlertForm> = Form.useWatch([], form) ?? {}
  const enabled = typed.enabled ?? alert.enabled
  const changed = (Object.keys(typed) as (keyof BalanceAlertForm)[]).some((field) => typed[field] !== alert[field])

  const save = async (fields: BalanceAlertForm) => {
    setSaving(true)
    try {
      const { data, message } = await call(guards.set_alert, { body: { ...alert, ...fields } })
      client.setQueryData(alert_key, data)
      form.setFieldsValue(data) // 100 comes back as 100.00
      toast.success(message)
    } catch (error) {
      if (!isApiError(error)) throw error
      toast.error(error.message)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Form
      name="balance-alert"
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={alert}
      disabled={saving}
      onFinish={(f) => void save(f)}
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
  const { data, error, refetch } = useQuery({
    queryKey: alert_key,
    queryFn: async ({ signal }) => (await call(guards.get_alert, {}, { signal })).data,
  })
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
