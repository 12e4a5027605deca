import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { useMemo } from 'react'
import { consentTexts } from '#contract/consents.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { useRestoredFormFocus } from '#src/admin/form/use-restored-form-focus.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { createZodRule } from '#src/ui/zod-rule.ts'
import { normalizeIdNumber, type RealNameInput, realNameFields, realNameSchemas } from './person-fields.ts'
import { toRealNameFieldErrors } from './refused-fields.ts'
import { useVerifyRealName } from './use-verify-real-name.ts'
import styles from './VerifyRealNameForm.module.css'

const validateTrigger = ['onBlur', 'onSubmit']

/** Name and number as on the card; why the last ones were refused by a reviewer, if any; and a consent of its own, which nobody has ticked beforehand. */
export function VerifyRealNameForm({ refused: why }: { refused: string | null }) {
  const [form] = Form.useForm<RealNameInput>()
  const { verify, verifying, failure } = useVerifyRealName()
  const refused = useMemo(() => failure && toRealNameFieldErrors(failure), [failure])
  const [first] = Object.keys(refused ?? {})

  useFieldErrors(form, refused)
  useRestoredFormFocus(form, verifying, first)

  return (
    <PagePanel title="填写身份信息">
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={verifying}
        onFinish={(person) => verify(person)}
        scrollToFirstError={{ focus: true }}
      >
        {why !== null && <Alert type="warning" showIcon message={`上次提交被驳回：${why}`} />}
        {failure && !first && <FormFailure error={failure} fields={realNameFields} />}
        <div className={styles.fields}>
          <Form.Item name="name" label="真实姓名" rules={[createZodRule(realNameSchemas.name)]} validateTrigger={validateTrigger}>
            <Input autoComplete="name" placeholder="与身份证一致" />
          </Form.Item>
          <Form.Item
            name="id_number"
            label="身份证号"
            normalize={normalizeIdNumber}
            rules={[createZodRule(realNameSchemas.id_number)]}
            validateTrigger={validateTrigger}
          >
            <Input autoComplete="off" spellCheck={false} placeholder="18 位，末位可为 X" className={styles.number ?? ''} />
          </Form.Item>
          <p className={styles.note}>姓名和身份证号属于敏感个人信息，仅用于核验身份；不同意则无法完成认证。</p>
          <Form.Item name="consent" valuePropName="checked" rules={[createZodRule(realNameSchemas.consent)]}>
            <Checkbox>{consentTexts.real_name}</Checkbox>
          </Form.Item>
        </div>
        <div className={styles.send}>
          <Button type="primary" htmlType="submit" loading={verifying}>
            提交认证
          </Button>
        </div>
      </Form>
    </PagePanel>
  )
}
