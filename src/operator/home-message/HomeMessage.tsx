import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { operator_home_message } from '#contract/operator/site-content.ts'
import { useHeldFocus } from '#src/admin/form/use-held-focus.ts'
import { PageHeader } from '#src/admin/layout/PageHeader.tsx'
import { Panel } from '#src/admin/layout/Panel.tsx'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { toast } from '#src/ui/toast.ts'
import { zodRule } from '#src/ui/zod-rule.ts'
import styles from './HomeMessage.module.css'

type Message = DataOf<typeof operator_home_message.get>

const message_key = ['operator', 'home-message'] as const
const { shape } = operator_home_message.update.body

function MessageForm({ message }: { message: Message }) {
  const client = useQueryClient()
  const [form] = Form.useForm<{ text: string }>()
  const [keys] = useState(createIntentKeys)
  const [saving, setSaving] = useState(false)
  useHeldFocus(form, saving)
  const text = Form.useWatch('text', form) ?? message.text

  const change = async (make: (idempotency_key: string) => Promise<{ data: Message; message: string }>, intent: unknown) => {
    setSaving(true)
    try {
      const answer = await make(keys.keyOf(intent))
      keys.done()
      client.setQueryData(message_key, answer.data)
      form.setFieldsValue({ text: answer.data.text })
      toast.success(answer.message)
    } catch (error) {
      if (!isApiError(error)) throw error
      toast.error(error.message)
    } finally {
      setSaving(false)
    }
  }
  const save = (body: { text: string }) =>
    void change((idempotency_key) => call(operator_home_message.update, { body }, { idempotency_key }), body)
  const reset = () => void change((idempotency_key) => call(operator_home_message.reset, {}, { idempotency_key }), 'reset')

  return (
    <Form
      name="home-message"
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ text: message.text }}
      disabled={saving}
      onFinish={save}
    >
      <Form.Item
        name="text"
        label="消息"
        extra={text.trim() ? '保存后，关闭过旧消息的人会再看到这一条。' : '空的消息保存后，页面顶部不显示任何消息。'}
        rules={[zodRule(shape.text)]}
      >
        <Input.TextArea rows={2} autoComplete="off" placeholder="例如 11 月 28 日 2:00 扩容，期间可以照常使用" />
      </Form.Item>
      <p className={styles.from}>
        {message.set ? (
          <>
            由运营设置于 <TimeText at={message.updated_at} />
            。部署配置的是：{message.default_text || '没有消息'}
          </>
        ) : (
          '现在显示的是部署配置的消息。'
        )}
      </p>
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit" loading={saving}>
          保存
        </Button>
        {message.set && <Button onClick={reset}>恢复默认消息</Button>}
      </div>
    </Form>
  )
}

/** The one line above every page of the site, which people may dismiss (spec §2). */
export default function HomeMessage() {
  const { data, error, refetch } = useQuery({
    queryKey: message_key,
    queryFn: async ({ signal }) => (await call(operator_home_message.get, {}, { signal })).data,
  })
  return (
    <>
      <PageHeader title="顶部消息" meaning="每个页面最上面的一行，访客可以关闭；换一句话，关闭过的人会再看到。" />
      <Panel form>
        <AsyncView
          data={data}
          error={error}
          errorTitle="顶部消息加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={2} columns={1} />}
        >
          {(message) => <MessageForm message={message} />}
        </AsyncView>
      </Panel>
    </>
  )
}
