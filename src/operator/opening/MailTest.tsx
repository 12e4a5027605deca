import { Button, Form, Input, Space } from 'antd'
import { operatorOpening } from '#contract/operator/opening.ts'
import { useAction } from '#src/admin/use-action.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'

const { shape } = operatorOpening.test_mail.body

/** An address and the button that sends a mail to it. */
export function MailTest() {
  const [form] = Form.useForm<{ email: string }>()
  const test = useAction(operatorOpening.test_mail, { answers: [operatorOpening.get] })
  return (
    <Form form={form} name="test-mail" disabled={test.pending} onFinish={(body) => void test.run({ body })}>
      <Space.Compact size="small">
        <Form.Item name="email" rules={[createZodRule(shape.email)]} validateTrigger="onSubmit" noStyle>
          <Input aria-label="收件邮箱" placeholder="收件邮箱" autoComplete="email" inputMode="email" />
        </Form.Item>
        <Button htmlType="submit" loading={test.pending}>
          发测试邮件
        </Button>
      </Space.Compact>
      <Form.Item shouldUpdate noStyle>
        {() => {
          const [problem] = form.getFieldError('email')
          return problem ? <div role="alert">{problem}</div> : null
        }}
      </Form.Item>
    </Form>
  )
}
