import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { useMemo } from 'react'
import type { z } from 'zod'
import { resultCodes } from '#contract/codes.ts'
import { consentTexts } from '#contract/consents.ts'
import { users } from '#contract/users.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { type FieldErrors, useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { useRestoredFormFocus } from '#src/admin/form/use-restored-form-focus.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { currentUser } from '#src/session/current-user.ts'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './VerifyRealNameForm.module.css'

const { shape } = users.verify_real_name.body

type RealNameInput = z.input<typeof users.verify_real_name.body>
type RealNameField = keyof RealNameInput & string

const realNameFields = Object.keys(shape) as RealNameField[]

/** Normalizes an ID number to the form on the card: no spaces, no full-width digits, capital X. */
const normalizeIdNumber = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()

const loadUser = () => void currentUser.load().catch(() => undefined)

/** Submits the real name; afterwards the whole console knows that the account is verified. */
function useVerifyRealName() {
  const { run, pending, failure } = useAction(users.verify_real_name, {
    success: ({ data }) => (data.passed === 'T' ? '实名认证已通过' : '已提交，审核通过后会通知你'),
    pageTells: true,
    answers: [users.get_real_name],
    onDone: loadUser,
    onRefused: (refusal) => {
      if (isApiError(refusal) && refusal.code === resultCodes.real_name_done.code) loadUser() // verified meanwhile in another tab
    },
  })
  return { verify: (person: RealNameInput) => void run({ body: person }), verifying: pending, failure }
}

/** Error codes about the ID number, even if the server names no field. */
const idNumberCodes: ReadonlySet<string> = new Set([
  resultCodes.real_name_taken.code,
  resultCodes.real_name_mismatch.code,
  resultCodes.under_age.code,
])

/** Maps a refusal to field errors; empty if it concerns no field. */
function toRealNameFieldErrors({ code, message, errors = {} }: ApiError): FieldErrors {
  const named = realNameFields.flatMap((name) => (errors[name]?.length ? [[name, errors[name]] as const] : []))
  if (named.length) return Object.fromEntries(named)
  return idNumberCodes.has(code) ? { id_number: [message] } : {}
}

/**
 * Form for name and number as on the ID card, with the reason of a reviewer's last refusal, if any, and a separate consent that
 * is not pre-checked.
 */
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
          <Form.Item name="name" label="真实姓名" rules={[createZodRule(shape.name)]} validateTrigger={validateOnBlur}>
            <Input autoComplete="name" placeholder="与身份证一致" />
          </Form.Item>
          <Form.Item
            name="id_number"
            label="身份证号"
            normalize={normalizeIdNumber}
            rules={[createZodRule(shape.id_number)]}
            validateTrigger={validateOnBlur}
          >
            <Input autoComplete="off" spellCheck={false} placeholder="18 位，末位可为 X" className={styles.number ?? ''} />
          </Form.Item>
          <p className={styles.note}>姓名和身份证号属于敏感个人信息，仅用于核验身份；不同意则无法完成认证。</p>
          <Form.Item name="consent" valuePropName="checked" rules={[createZodRule(shape.consent)]}>
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
