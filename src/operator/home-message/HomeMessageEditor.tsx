import { Button, Form, Input } from 'antd'
import type { EndpointData } from '#contract/endpoint.ts'
import { operatorHomeMessage } from '#contract/operator/site-content.ts'
import { FormFooter } from '#src/admin/form/FormFooter.tsx'
import { useRestoredFormFocus } from '#src/admin/form/use-restored-form-focus.ts'
import { PageHeading } from '#src/admin/layout/PageHeading.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { createZodRule } from '#src/ui/zod-rule.ts'

type Message = EndpointData<typeof operatorHomeMessage.get>

const { shape } = operatorHomeMessage.update.body

function MessageForm({ message }: { message: Message }) {
  const [form] = Form.useForm<{ text: string }>()
  const done = {
    answers: [operatorHomeMessage.get],
    onDone: ({ data }: { data: Message }) => form.setFieldsValue({ text: data.text }),
  } as const
  const update = useAction(operatorHomeMessage.update, done)
  const reset = useAction(operatorHomeMessage.reset, done)
  const saving = update.pending || reset.pending
  useRestoredFormFocus(form, saving)
  const text = Form.useWatch('text', form) ?? message.text

  return (
    <Form
      name="home-message"
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ text: message.text }}
      disabled={saving}
      onFinish={(body) => void update.run({ body })}
    >
      <Form.Item
        name="text"
        label="消息"
        extra={text.trim() ? '保存后，关闭过旧消息的人会再看到这一条。' : '空的消息保存后，页面顶部不显示任何消息。'}
        rules={[createZodRule(shape.text)]}
      >
        <Input.TextArea rows={2} autoComplete="off" placeholder="例如 11 月 28 日 2:00 扩容，期间可以照常使用" />
      </Form.Item>
      <FormFooter
        note={
          message.set ? (
            <>
              <TimeText at={message.updated_at} /> 由运营设置。默认消息：{message.default_text || '无'}
            </>
          ) : (
            '现在显示的是默认消息，它在部署时配置。'
          )
        }
      >
        <Button type="primary" htmlType="submit" loading={saving}>
          保存
        </Button>
        {message.set && <Button onClick={() => void reset.run()}>恢复默认消息</Button>}
      </FormFooter>
    </Form>
  )
}

/** The dismissible one-line message above every page of the site (requirements §2). */
export default function HomeMessageEditor() {
  const { data, error, refetch } = useEndpoint(operatorHomeMessage.get)
  return (
    <>
      <PageHeading title="顶部消息" meaning="每个页面最上面的一行，访客可以关闭；换一句话，关闭过的人会再看到。" />
      <PagePanel form>
        <AsyncView
          data={data}
          error={error}
          errorTitle="顶部消息加载失败"
          onRetry={() => void refetch()}
          skeleton={<SkeletonRows rows={2} columns={1} />}
        >
          {(message) => <MessageForm message={message} />}
        </AsyncView>
      </PagePanel>
    </>
  )
}
