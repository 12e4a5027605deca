import { Button, Form, Input, Space } from 'antd'
import { operatorOpening } from '#contract/operator/opening.ts'
import { useAction } from '#src/admin/use-action.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'

const typed = {
  test_mail: { button: '发测试邮件', fields: [['email', '收件邮箱', 'email', operatorOpening.test_mail.body.shape.email]] },
  test_identity: {
    button: '核验一次',
    fields: [
      ['name', '姓名', 'off', operatorOpening.test_identity.body.shape.name],
      ['id_number', '身份证号', 'off', operatorOpening.test_identity.body.shape.id_number],
    ],
  },
  test_llm: { button: '问一次', fields: [['model', '模型名（可不填）', 'off', operatorOpening.test_llm.body.shape.model]] },
} as const

/** What is typed for a test, and the button that runs it. */
export function TypedTest({ test: name }: { test: keyof typeof typed }) {
  const [form] = Form.useForm<Record<string, string>>()
  const { button, fields } = typed[name]
  // an ID number must not stay on the screen
  const onDone = () => form.resetFields()
  const test = useAction(operatorOpening[name], { answers: [operatorOpening.get], onDone })
  return (
    <Form form={form} name={name} disabled={test.pending} onFinish={(body) => void test.run({ body } as never)}>
      <Space.Compact size="small">
        {fields.map(([field, label, autoComplete, rule]) => (
          <Form.Item key={field} name={field} rules={[createZodRule(rule)]} validateTrigger="onSubmit" noStyle>
            <Input aria-label={label} placeholder={label} autoComplete={autoComplete} />
          </Form.Item>
        ))}
        <Button htmlType="submit" loading={test.pending}>
          {button}
        </Button>
      </Space.Compact>
      <Form.Item shouldUpdate noStyle>
        {() => {
          const problem = fields.map(([field]) => form.getFieldError(field)[0]).find(Boolean)
          return problem ? <div role="alert">{problem}</div> : null
        }}
      </Form.Item>
    </Form>
  )
}
