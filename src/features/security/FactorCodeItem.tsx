import { Form, Input } from 'antd'
import { FactorCode } from '#contract/second-factor.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'

const codeLength = 6

/** Code of the authenticator app, as a field `code` of a form. */
export function FactorCodeItem({ onEnter }: { onEnter: () => void }) {
  return (
    <Form.Item
      name="code"
      label="动态码"
      rules={[createZodRule(FactorCode)]}
      validateTrigger={['onSubmit']}
      normalize={(typed: string) => typed.replace(/\D/g, '').slice(0, codeLength)}
    >
      <Input inputMode="numeric" autoComplete="one-time-code" placeholder="6 位数字" autoFocus onPressEnter={onEnter} />
    </Form.Item>
  )
}
