import { Form, Modal } from 'antd'
import { useState } from 'react'
import { type FactorEnrolment, secondFactor } from '#contract/second-factor.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { useAction } from '#src/admin/use-action.ts'
import { FactorSteps } from '#src/ui/second-factor/FactorSteps.tsx'
import { FactorCodeItem } from './FactorCodeItem.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { reloadUser } from './reload-user.ts'

/** Adds an authenticator app: shows its secret, asks for a code of it, then shows the recovery codes. */
export default function EnrolFactorDialog({ enrolment, onClose }: { enrolment: FactorEnrolment; onClose: () => void }) {
  const [form] = Form.useForm<{ code: string }>()
  const [codes, setCodes] = useState<string[]>()
  const { send } = useAction(secondFactor.confirm, {
    onDone: ({ data }) => {
      setCodes(data.recovery_codes)
      reloadUser()
    },
  })
  const { submit, sending, failure } = useFormSubmit(form, ({ code }) => send({ body: { code } }))
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />

  return (
    <Modal
      open
      width={440}
      title="开启两步验证"
      okText="确认开启"
      okButtonProps={{ loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      <FactorSteps secret={enrolment.secret} uri={enrolment.uri} then="开启后其他设备会退出登录。" />
      <Form form={form} name="enrol-factor" layout="vertical" requiredMark={false} disabled={sending} onFinish={submit}>
        {failure && <FormFailure error={failure} fields={['code']} />}
        <FactorCodeItem onEnter={form.submit} />
      </Form>
    </Modal>
  )
}
